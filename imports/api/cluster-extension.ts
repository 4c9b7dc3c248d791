// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { JsonObject, ObjectMeta } from '../../lib/api/object';
import type { Condition, LabelSelector } from './common';

/** A package that is to be installed on the cluster and kept up to date. */
export interface ClusterExtension {
  readonly apiVersion: 'olm.operatorframework.io/v1';
  readonly kind: 'ClusterExtension';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterExtensionSpec;
  readonly status?: ClusterExtensionStatus;
}

/** What the extension should be. */
export interface ClusterExtensionSpec {
  /**
   * Namespace for the namespaced objects of the extension that name none. It cannot change. At most 63 characters.
   *
   * Rules of the API server:
   * - namespace is immutable
   * - namespace must be a valid DNS1123 label
   */
  readonly namespace: string;
  readonly serviceAccount?: ClusterExtensionServiceAccount;
  readonly source: ClusterExtensionSource;
  readonly install?: ClusterExtensionInstall;
  readonly config?: ClusterExtensionConfig;
  readonly upgradeApproval?: UpgradeApproval;
  /**
   * What happens when an upgrade fails for good: a probe says that waiting is pointless, or `progressDeadlineMinutes` have passed. Stop (also
   * when it is not set): it stays where it is, and says so. Rollback: a new revision brings back the content of the installed one; the version
   * that failed takes a person’s approval then, whatever `upgradeApproval` says.
   */
  readonly onUpgradeFailure?: 'Stop' | 'Rollback';
  /**
   * Minutes after which a rollout that has not finished counts as failed and waits for a person to step in. Without it a rollout has no
   * deadline. 10 to 720.
   */
  readonly progressDeadlineMinutes?: number;
}

/**
 * ServiceAccount in `namespace` as which everything of the extension is written and read. Without it, the controllers do that by their own
 * rights. Later versions of OLM ignore it. At least 1 properties.
 */
export interface ClusterExtensionServiceAccount {
  /**
   * Name of the ServiceAccount. 1 to 253 characters.
   *
   * Rules of the API server:
   * - name is immutable once set but may be cleared
   * - name must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end
   * with an alphanumeric character, and be no longer than 253 characters
   */
  readonly name: string;
}

/**
 * Where the content of the extension comes from.
 *
 * Rules of the API server:
 * - catalog is required when sourceType is Catalog, and forbidden otherwise
 */
export interface ClusterExtensionSource {
  /** Kind of source. The field of the same name must be set. */
  readonly sourceType: 'Catalog';
  readonly catalog?: ClusterExtensionCatalogSource;
}

/** A package of the catalogs on the cluster (ClusterCatalog). */
export interface ClusterExtensionCatalogSource {
  /**
   * Name of the package. It cannot change: another package is another extension. At most 253 characters.
   *
   * Rules of the API server:
   * - packageName is immutable
   * - packageName must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start
   * and end with an alphanumeric character, and be no longer than 253 characters
   */
  readonly packageName: string;
  /**
   * Version or range of versions that may be installed: `1.2.3`, `>=1.0.0, <2.0.0`, `~1.2 || ^2`; space and comma mean and. Without it every
   * version may be. Upgrades within a range happen by themselves. At most 64 characters.
   *
   * Rules of the API server:
   * - invalid version expression
   */
  readonly version?: string;
  /**
   * Channels of the package that bundles may come from, together with `version`. Without it all channels count. At most 256 entries.
   *
   * Items: At most 253 characters.
   *
   * Rules of the API server:
   * - channels entries must be valid DNS1123 subdomains
   */
  readonly channels?: readonly string[];
  /**
   * Catalogs to look in, by their labels. Every catalog has the label `olm.operatorframework.io/metadata.name` with its name. Without it all
   * count.
   */
  readonly selector?: LabelSelector;
  /**
   * CatalogProvided: upgrades follow the upgrade paths of the catalog. SelfCertified: any version that `version` allows, also an older one;
   * whether that works is then the user’s responsibility.
   *
   * @defaultValue "CatalogProvided"
   */
  readonly upgradeConstraintPolicy?: 'CatalogProvided' | 'SelfCertified';
  /**
   * What is done about packages and kinds that the bundle needs. Report (also when it is not set): where they are missing, the bundle is not
   * eligible. Install: an extension is made of each package that is missing, in the same namespace, with the same service account and the same
   * upgradeApproval, and the revision waits for it. Such extensions stay when this one goes.
   */
  readonly dependencies?: 'Report' | 'Install';
}

/**
 * How the content is installed.
 *
 * Rules of the API server:
 * - at least one of [preflight] are required when install is specified
 */
export interface ClusterExtensionInstall {
  readonly preflight?: ClusterExtensionPreflight;
}

/**
 * Checks before anything is written.
 *
 * Rules of the API server:
 * - at least one of [crdUpgradeSafety] are required when preflight is specified
 */
export interface ClusterExtensionPreflight {
  readonly crdUpgradeSafety?: CrdUpgradeSafety;
}

/** The check that an upgrade of a CRD loses no data and breaks no stored object. */
export interface CrdUpgradeSafety {
  /** Strict (also when `install` is not set): the check must pass. None: it is left out; data may be lost. */
  readonly enforcement: 'None' | 'Strict';
}

/**
 * Configuration of the bundle. It is checked against the schema that the bundle brings.
 *
 * Rules of the API server:
 * - inline is required when configType is Inline, and forbidden otherwise
 * - secret is required when configType is Secret, and forbidden otherwise
 * - configMap is required when configType is ConfigMap, and forbidden otherwise
 */
export interface ClusterExtensionConfig {
  /** Where the configuration is. */
  readonly configType: 'Inline' | 'Secret' | 'ConfigMap';
  /** The configuration itself: an object with at least one property. At least 1 properties. */
  readonly inline?: JsonObject;
  readonly secret?: ClusterExtensionConfigSecret;
  readonly configMap?: ClusterExtensionConfigConfigMap;
  /** Lets the configuration pass unchecked where the bundle brings no schema for it. A misspelt key then does nothing, and nobody says so. */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
}

/** The Secret in `spec.namespace` that holds the configuration. It is watched: a change makes another revision. */
export interface ClusterExtensionConfigSecret {
  /**
   * Name of the Secret. 1 to 253 characters.
   *
   * Rules of the API server:
   * - name must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end
   * with an alphanumeric character, and be no longer than 253 characters
   */
  readonly name: string;
  /**
   * Key of its data under which the configuration is: one JSON or YAML document, an object. 1 to 253 characters.
   *
   * Rules of the API server:
   * - key must consist of letters, digits, hyphens, underscores or periods
   *
   * @defaultValue "config.yaml"
   */
  readonly key?: string;
}

/** The ConfigMap in `spec.namespace` that holds the configuration. It is watched: a change makes another revision. */
export interface ClusterExtensionConfigConfigMap {
  /**
   * Name of the ConfigMap. 1 to 253 characters.
   *
   * Rules of the API server:
   * - name must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end
   * with an alphanumeric character, and be no longer than 253 characters
   */
  readonly name: string;
  /**
   * Key of its data under which the configuration is: one JSON or YAML document, an object. 1 to 253 characters.
   *
   * Rules of the API server:
   * - key must consist of letters, digits, hyphens, underscores or periods
   *
   * @defaultValue "config.yaml"
   */
  readonly key?: string;
}

/**
 * Who decides that an upgrade happens. Without it, as the controllers are configured. A first install needs no approval.
 *
 * Rules of the API server:
 * - within, soakMinutes and windows need the mode Automatic
 */
export interface UpgradeApproval {
  /** Manual: an upgrade waits until its ClusterExtensionRevision `<extension>-<version>` is approved. Automatic: it happens by itself. */
  readonly mode: 'Manual' | 'Automatic';
  /**
   * With Automatic: only upgrades that change no more than the patch version, or the minor version, happen by themselves. The others wait for
   * approval.
   */
  readonly within?: 'Patch' | 'Minor';
  /** With Automatic: so many minutes after it was found, an upgrade happens by itself. It may be approved earlier. 0 to 525600. */
  readonly soakMinutes?: number;
  /**
   * With Automatic: an upgrade begins by itself only while one of these windows is open. It may be approved at any time. What has begun goes on
   * when a window closes. 1 to 20 entries.
   */
  readonly windows?: readonly MaintenanceWindow[];
}

/** When upgrades may begin. */
export interface MaintenanceWindow {
  /**
   * When it opens, as a cron expression of five fields (minute, hour, day of the month, month, day of the week): `0 2 * * SAT`. 9 to 256
   * characters.
   *
   * Rules of the API server:
   * - schedule must have five fields
   */
  readonly schedule: string;
  /** So many minutes it stays open. 1 to 44640. */
  readonly durationMinutes: number;
  /**
   * Time zone of the schedule, as the IANA names it: `Europe/Berlin`. 1 to 64 characters.
   *
   * Rules of the API server:
   * - timeZone must be the name of a time zone, like Europe/Berlin
   *
   * @defaultValue "UTC"
   */
  readonly timeZone?: string;
}

/** What was observed of the extension. */
export interface ClusterExtensionStatus {
  /**
   * Installed: whether a bundle is installed. Progressing: whether something is being changed or tried, or why it is not. Available: as its
   * revision has it. Deprecated, PackageDeprecated, ChannelDeprecated, BundleDeprecated: what the catalog says about them. Entries differ in
   * `type`.
   */
  readonly conditions?: readonly Condition[];
  readonly install?: ClusterExtensionInstallStatus;
  /** Revisions of the extension that are not archived: the installed one and those that are rolling out. Entries differ in `name`. */
  readonly activeRevisions?: readonly RevisionStatus[];
}

/** What is installed. */
export interface ClusterExtensionInstallStatus {
  readonly bundle: BundleMetadata;
}

/** The installed bundle. */
export interface BundleMetadata {
  /**
   * Name of the bundle. At most 253 characters.
   *
   * Rules of the API server:
   * - name must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, hyphens (-) or periods (.), start and end
   * with an alphanumeric character, and be no longer than 253 characters
   */
  readonly name: string;
  /**
   * Version of the bundle. At most 253 characters.
   *
   * Rules of the API server:
   * - version must be well-formed semver
   */
  readonly version: string;
  /**
   * Release of the bundle: which of several builds of one version it is. Empty for a bundle without. At most 20 characters.
   *
   * Rules of the API server:
   * - release must be empty or consist of dot-separated identifiers (numeric without leading zeros, or alphanumeric)
   */
  readonly release?: string;
}

/** A revision that is not archived. */
export interface RevisionStatus {
  /** Name of the ClusterExtensionRevision. At most 253 characters. */
  readonly name: string;
  /** Progressing and Available of the revision, as long as it has not succeeded once. Entries differ in `type`. */
  readonly conditions?: readonly Condition[];
}
