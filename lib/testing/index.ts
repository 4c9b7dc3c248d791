/**
 * What users test their packages with: snapshots that keep Secrets out, a real control plane, and a proxy that does harm to its requests.
 */
export { down, status, type ClusterInfo, type ClusterStatus, type DownOptions } from '../control-plane';
export { up, type UpOptions } from './up';
export { maskSecrets, type SnapshotSerializer } from './secrets';
export {
  startFaultProxy, statusOf, type CannedAnswer, type Fault, type FaultProxy, type FaultProxyOptions, type ProxiedRequest, type ProxyTarget,
  type RequestFault, type RequestMatch, type RequestVerb, type Rule, type RuleHandle, type WatchFault,
} from './fault-proxy';
