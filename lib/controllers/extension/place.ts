/** What a turn of an extension works with. */
import type { KubeObject } from '../../api';
import type { ClusterView } from '../../catalog';
import type { ClusterFacts } from '../../formats';
import type { KubeLane } from '../../kube';
import type { UpgradeRule } from '../approval';
import type { HelmApplier, HelmRecord, HelmRelease } from '../helm';
import type { Clock, EventRecorder, Log, ResourceCache, Target } from '../process';
import type { CatalogSource } from './catalog-source';
import type { ConfigurationPlace } from './configuration';
import type { ContentPlace } from './content';
import type { ObjectSets } from './inherit';
import type { LiveExtension, LiveRevision } from './revision-facts';

export interface ExtensionPlace {
  readonly configuration: ConfigurationPlace;
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch' | 'delete' | 'list' | 'replaceStatus' | 'serverTime'>;
  /** Where objects go. */
  readonly target: Target;
  readonly extensions: ResourceCache<LiveExtension>;
  /** Indexed by the uid of the extension that controls them, under `owner`. */
  readonly revisions: ResourceCache<LiveRevision>;
  /** Content Secrets without their data, indexed by the name of their revision, under `revision`. */
  readonly secrets: ResourceCache<KubeObject>;
  /** Index Secrets of releases of operator-controller, without their data, by the uid of their extension, under `extension`. */
  readonly releases: ResourceCache<KubeObject>;
  /** ClusterObjectSets of operator-controller. */
  readonly objectSets: ObjectSets;
  readonly catalogs: CatalogSource;
  /** Asked when a bundle is rendered. */
  readonly facts: () => Promise<ClusterFacts>;
  /** Asks a registry: what it has to say may take minutes. */
  readonly pulling: NonNullable<ContentPlace['pulling']>;
  readonly systemNamespace: string;
  /** By which the controllers choose what they look after; empty: everything. */
  readonly watchSelector: string;
  /** Extensions that wait for what other extensions bring. */
  readonly waiting: Set<string>;
  /** Is there a controller of revisions? */
  readonly mayRollOut: boolean;
  /** What helm was given. */
  readonly helmRecord: HelmRecord;
  /** What applies where there is none. Undefined: nothing does. */
  readonly helm: HelmApplier | undefined;
  /** For extensions that have no rule of their own. */
  readonly upgradeRule: UpgradeRule;
  /** Pending upgrades, by uid, that could not be looked at: when that is tried again, in milliseconds of the monotonic clock. */
  readonly lookAgainAt: Map<string, number>;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventRecorder;
}

export function revisionsOf({ metadata: { uid = '' } }: LiveExtension, { revisions }: ExtensionPlace): readonly LiveRevision[] {
  return revisions.by('owner', uid);
}

/** What Helm has of an extension, as far as it was seen. */
export function releaseSeen({ metadata: { uid = '' } }: LiveExtension, { helmRecord }: ExtensionPlace): HelmRelease | undefined {
  return helmRecord.seen(uid);
}

export async function viewOf({ facts }: ExtensionPlace): Promise<ClusterView> {
  const { kubernetesVersion, apiVersions } = await facts();
  return { kubeVersion: kubernetesVersion, apiVersions };
}
