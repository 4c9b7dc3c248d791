/** What a chart says of itself, as data. */
import type { Segment } from '../../issue';

/** Another chart that a chart needs; helm takes it from `charts/` and fetches nothing when it renders. */
export interface ChartDependency {
  readonly name: string;
  /** Range of versions, as helm writes it. */
  readonly version?: string;
  readonly repository?: string;
  /** Name under which its values stand, where that is not its own. */
  readonly alias?: string;
  /** File and path, for messages. */
  readonly origin: string;
  readonly path: readonly Segment[];
}

export interface ChartMetadata {
  readonly name: string;
  readonly version: string;
  readonly appVersion?: string;
  /** Range of Kubernetes versions that the chart is for. */
  readonly kubeVersion?: string;
  readonly dependencies: readonly ChartDependency[];
}
