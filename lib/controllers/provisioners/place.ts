/** Everything that turns of the provisioners work with. */
import type { ClusterFacts } from '../../formats';
import type { KubeLane } from '../../kube';
import type { LiveRevision } from '../extension/revision-facts';
import type { Aside, Clock, EventRecorder, Log, ResourceCache, Target } from '../process';
import type { Contents } from './content/contents';
import type { LiveBundle, LiveDeployment } from './model';

export interface ProvisionerPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'get' | 'patch' | 'delete' | 'list' | 'replaceStatus'>;
  /** Where objects go. */
  readonly target: Target;
  /** Indexed by the uid of the BundleDeployment that controls them, under `owner`. */
  readonly bundles: ResourceCache<LiveBundle>;
  readonly deployments: ResourceCache<LiveDeployment>;
  /** Indexed as Bundles. */
  readonly revisions: ResourceCache<LiveRevision>;
  readonly contents: Contents;
  /** Where a Bundle is served; undefined: nowhere. */
  readonly contentUrl: (bundle: string) => string | undefined;
  readonly facts: () => Promise<ClusterFacts>;
  readonly systemNamespace: string;
  /** Is there a controller of revisions? */
  readonly mayRollOut: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: EventRecorder;
  /** For what may take long. */
  readonly aside: Aside;
}
