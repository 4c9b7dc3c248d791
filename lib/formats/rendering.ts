/** What rendering a bundle takes and gives, whatever its format. */
import type { HookNotRun } from '../api';
import type { PhaseSource, RevisionSource, SourceObject } from '../revision';
import type { Issue } from '../issue';

/** Who issues the certificates of webhooks and API services. */
export type CertificateProviderName = 'cert-manager' | 'service-ca' | 'none';

export interface RenderOptions {
  /** Where the operator runs and namespaced objects go. */
  readonly installNamespace: string;
  /** What the user configured; undefined counts as nothing. */
  readonly config?: unknown;
  /** Who issues certificates for webhooks and API services. Bundles that have neither do not need one. */
  readonly certificates: CertificateProviderName;
  /** Lets a configuration pass unchecked when the bundle has no schema for it (docs/requirements.md, configuration). */
  readonly dangerouslyAcceptBundlesWithoutConfigSchema?: boolean;
  /**
   * Charts, whose release it names, and packages that travel: name of the extension, from which names of objects are made. That of a
   * release is cut after 53 characters. @default the package's name
   */
  readonly releaseName?: string;
  /** Charts only: Kubernetes version that templates see, like `1.36`. @default the newest that this package knows */
  readonly kubernetesVersion?: string;
  /** Charts only: API versions that templates see beside those that helm knows: `monitoring.coreos.com/v1`. */
  readonly apiVersions?: readonly string[];
  /** Charts only: the helm program. @default `$HELM`, then `helm` of the PATH */
  readonly helm?: string;
  /** Charts only: as helm renders for an upgrade, with `.Release.IsUpgrade` and the hooks of upgrades. @default false */
  readonly upgrade?: boolean;
}

/** What rendering takes from a cluster, where there is one. */
export interface ClusterFacts {
  /** Who issues certificates there; `none`: no service does. */
  readonly certificates: CertificateProviderName;
  /** Like `1.36.3`. */
  readonly kubernetesVersion: string;
  /** Every version and kind that is served, as charts ask for them: `apps/v1`, `apps/v1/Deployment`. Sorted. */
  readonly apiVersions: readonly string[];
}

/** What a revision is compiled with beside its objects and phases. */
export type Arrangement = Pick<
  RevisionSource,
  | 'order' | 'probes' | 'collisionProtection' | 'replacementPolicy' | 'progressDeadlineMinutes' | 'systemNamespace' | 'labels'
  | 'annotations'
>;

/** With an error among the issues there are no objects. */
export interface RenderResult {
  readonly issues: readonly Issue[];
  /** In the order of upstream's generators, or of helm; each has an origin of its own. */
  readonly objects: readonly SourceObject[];
  /** Phases beside the standard ones, which objects name: those of a chart's hooks. */
  readonly phases?: readonly PhaseSource[];
  /** What the author of a package that travels says about the revision beside objects and phases. */
  readonly arrangement?: Arrangement;
  /**
   * Charts only: hooks for deletion, tests and other moments that no revision has. One that also runs at installation is among the
   * objects, too.
   */
  readonly hooksNotRun?: readonly HookNotRun[];
}
