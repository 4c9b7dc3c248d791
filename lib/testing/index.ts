/**
 * What users test their packages with: snapshots that keep Secrets out, and a real control plane.
 */
export { down, status, up, type ClusterInfo, type ClusterStatus, type DownOptions, type UpOptions } from '../control-plane';
export { maskSecrets, type SnapshotSerializer } from './secrets';
