/**
 * One Kubernetes API server: who we are to it (kubeconfig, credentials), how requests travel (keep-alive connections,
 * deadlines, retries, adaptive concurrency), which kinds it serves (discovery) and what happens on it (streams).
 * `KubeCluster` implements the engine's `Cluster`. Nothing here knows about revisions.
 */
export type {
  ClientKubeConfig, ClientKubeConfigCluster, ClientKubeConfigContext, ClientKubeConfigUser, Impersonation,
} from './auth';
export { KubeCluster } from './cluster';
export { connect, type ConnectOptions } from './connect';
export { KubeLane, type LaneOptions } from './lane';
export { renewableCluster, type RenewableCluster } from './renewable';
export { shareStreams, type ShareOptions, type SharingCluster } from './shared-streams';
export { isLater, type StreamInfo } from './streams';
export { defaultTiming, type Timing } from './timing';
