/** An extension as a user asks a cluster for it. */
import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Construct } from 'constructs';
import { API_VERSION, type ClusterExtensionSpec, type JsonObject, type LabelSelector } from '../lib/api';
import { refusedByServer } from './own-kind';

/** Where the content of an extension comes from: a package of a catalog. */
export interface CatalogSource {
  /** Name of the package; cannot be changed later. */
  readonly packageName: string;

  /**
   * Version, or range of versions: `1.2.3`, `>=1.2.0, <2.0.0`, `1.2.x`, at most 64 characters.
   * @default - every version
   */
  readonly version?: string;

  /**
   * Channels that versions may come from.
   * @default - every channel
   */
  readonly channels?: readonly string[];

  /**
   * Catalogs that the package may come from. Every catalog has the label `olm.operatorframework.io/metadata.name`.
   * @default - every catalog
   */
  readonly selector?: LabelSelector;

  /**
   * Whether only the upgrades that the catalog provides are made, or any that the user vouches for (downgrades too).
   * @default 'CatalogProvided'
   */
  readonly upgradeConstraintPolicy?: 'CatalogProvided' | 'SelfCertified';
  /**
   * What is done about packages that the bundle needs: reported, or installed as extensions of their own. OLM does not know the field.
   * @default 'Report'
   */
  readonly dependencies?: 'Report' | 'Install';
}

/** A Secret or ConfigMap in the namespace of the extension that holds its configuration. */
export interface ConfigKey {
  /** Name of the object. */
  readonly name: string;

  /**
   * Key of its data under which the configuration is: one JSON or YAML document, an object.
   * @default 'config.yaml'
   */
  readonly key?: string;
}

export interface ClusterExtensionProps {
  /**
   * Name of the extension.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** Namespace that the extension is installed into; cannot be changed later. */
  readonly namespace: string;

  /** The package. */
  readonly source: CatalogSource;

  /**
   * Configuration of the bundle, checked against the bundle's schema when it is installed. Keys with null are left out.
   * @default - none
   */
  readonly config?: JsonObject;

  /**
   * The Secret that holds the configuration, instead of `config`. A change of it makes another revision. OLM does not know the field.
   * @default - none
   */
  readonly configFromSecret?: ConfigKey;

  /**
   * The ConfigMap that holds the configuration, instead of `config`. A change of it makes another revision. OLM does not know the field.
   * @default - none
   */
  readonly configFromConfigMap?: ConfigKey;

  /**
   * Whether the configuration passes unchecked where the bundle has no schema for it: a misspelt key then does nothing, and nobody says so.
   * @default false
   */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;

  /**
   * Whether upgrades of CRDs are checked for what would break existing objects.
   * @default 'Strict'
   */
  readonly crdUpgradeSafety?: 'Strict' | 'None';

  /**
   * Minutes (10 to 720) after which a rollout that makes no progress counts as failed.
   * @default - no deadline
   */
  readonly progressDeadlineMinutes?: number;

  /**
   * Who decides that an upgrade happens: docs/upgrade-approval.md.
   * @default - as the controllers are configured
   */
  readonly upgradeApproval?: NonNullable<ClusterExtensionSpec['upgradeApproval']>;

  /**
   * Whether an upgrade that fails for good is rolled back.
   * @default 'Stop'
   */
  readonly onUpgradeFailure?: 'Stop' | 'Rollback';

  /**
   * Service account in the namespace, as which everything of the extension is written and read. Later versions of OLM ignore it.
   * @default - the controllers act by their own rights
   */
  readonly serviceAccount?: string;

  /** @default - none */
  readonly labels?: { readonly [name: string]: string };

  /** @default - none */
  readonly annotations?: { readonly [name: string]: string };
}

/** A ClusterExtension: the wish for a package of a catalog on a cluster. The controller makes revisions of it. */
export class ClusterExtension extends Construct {
  readonly name: string;
  readonly apiObject: ApiObject;

  constructor(scope: Construct, id: string, props: ClusterExtensionProps) {
    super(scope, id);
    this.name = props.name ?? id;
    const { labels, annotations } = props;
    const metadata: ApiObjectProps['metadata'] = {
      name: this.name,
      ...(labels ? { labels } : {}),
      ...(annotations ? { annotations } : {}),
    };
    this.apiObject = new ApiObject(this, 'Resource', { apiVersion: API_VERSION, kind: 'ClusterExtension', metadata, spec: specOf(props) });
    this.node.addValidation({ validate: () => [...mistakenConfig(this.node.path, props), ...refusedByServer(this.apiObject)] });
  }
}

function specOf(props: ClusterExtensionProps): Record<string, unknown> {
  const { packageName, version, channels, selector, upgradeConstraintPolicy, dependencies } = props.source;
  return {
    namespace: props.namespace,
    ...(props.serviceAccount === undefined ? {} : { serviceAccount: { name: props.serviceAccount } }),
    source: { sourceType: 'Catalog', catalog: { packageName, version, channels, selector, upgradeConstraintPolicy, dependencies } },
    ...(props.crdUpgradeSafety === undefined
      ? {}
      : { install: { preflight: { crdUpgradeSafety: { enforcement: props.crdUpgradeSafety } } } }),
    ...configOf(props),
    upgradeApproval: props.upgradeApproval,
    onUpgradeFailure: props.onUpgradeFailure,
    progressDeadlineMinutes: props.progressDeadlineMinutes,
  };
}

function configOf({ config, configFromSecret, configFromConfigMap, ...props }: ClusterExtensionProps): Record<string, unknown> {
  const from = config !== undefined ? { configType: 'Inline', inline: config }
    : configFromSecret !== undefined ? { configType: 'Secret', secret: configFromSecret }
    : configFromConfigMap !== undefined ? { configType: 'ConfigMap', configMap: configFromConfigMap }
    : undefined;
  if (from === undefined) return {};
  const { dangerouslyAcceptBundlesWithoutConfigSchema } = props;
  return { config: { ...from, dangerouslyAcceptBundlesWithoutConfigSchema } };
}

/** What the API has no place for, so that no server would say it. */
function mistakenConfig(
  path: string,
  { config, configFromSecret, configFromConfigMap, dangerouslyAcceptBundlesWithoutConfigSchema: unchecked }: ClusterExtensionProps,
): readonly string[] {
  const all = { config, configFromSecret, configFromConfigMap };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length > 1) return [`${path}: the configuration is in one place, and ${given.join(' and ')} are given. Leave all but one out.`];
  if (given.length === 1 || unchecked !== true) return [];
  return [
    `${path}: dangerouslyAcceptBundlesWithoutConfigSchema is about a configuration, and there is none. Give one, or leave it out.`,
  ];
}
