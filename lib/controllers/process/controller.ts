/** What a controller is to the process that runs it, and what it is given. */
import type { KubeCluster, SharingCluster } from '../../kube';
import type { Clock } from './clock';
import type { ControllerConfig } from './config/config';
import type { EventRecorder } from './events/recorder';
import type { FeatureGate, FeatureGates } from './config/feature-gates';
import type { Log } from './log';
import type { Metrics } from './metrics/metrics';
import type { Target } from './target/target';

/** What every controller is given. The same for all controllers of a process. */
export interface ControllerContext {
  /** The API server. Its writes are fenced: none is sent unless this process holds its lease. */
  readonly cluster: KubeCluster;
  /** The same, with streams that are shared by the label `owner-name`: one a kind for the whole process. */
  readonly shared: SharingCluster;
  /** Where the objects of revisions are: the same cluster, or another one. */
  readonly target: Target;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly events: EventRecorder;
  readonly config: ControllerConfig;
  readonly gates: FeatureGates;
  /** Fires when the process has to end: nothing new is begun. */
  readonly signal: AbortSignal;
}

export interface Controller {
  /** `revision`: in logs and metrics. */
  readonly name: string;
  /** Without this gate the controller is not started. @default none */
  readonly gate?: FeatureGate | undefined;
  /**
   * What every replica does, leader or not: for example serving what was pulled. Called once, before `start`. It must not write; a write
   * would be refused. Resolves when it is ready to serve.
   */
  serve?(context: ControllerContext): Promise<void>;
  /** Begins to reconcile. Called once, on the leader only; resolves when its caches are synced. */
  start(context: ControllerContext): Promise<void>;
  /**
   * Begins no new turn, lets those under way end, and closes caches. Also called when `serve` or `start` was not called, or has not
   * resolved: from then on they begin nothing, and nothing of what they had begun is left.
   * @param graceMs turns that take longer are broken off in order (their signal fires)
   */
  stop(graceMs?: number): Promise<void>;
  /** It does now what it is there for; part of `/readyz`. A replica that is not the leader is asked, too, when the controller serves. */
  ready(): boolean;
}
