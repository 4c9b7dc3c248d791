import type { BinaryName } from './programs/pins';
import type { ClusterPlaces } from './places';
import type { ClusterState } from './state';

/** A cluster that is up. */
export interface ClusterInfo {
  readonly name: string;
  /** Path of a kubeconfig; its current context is an administrator, `boxcutter-<name>-restricted` a user without any rights. */
  readonly kubeconfig: string;
  /** https://127.0.0.1:PORT */
  readonly server: string;
  /** Version of Kubernetes, for instance v1.36.3. */
  readonly version: string;
  /** Path of the audit log: JSON, one event a line. */
  readonly auditLog: string;
  /** Folder of everything that belongs to the cluster. */
  readonly directory: string;
  readonly processes: readonly { readonly name: BinaryName; readonly pid: number }[];
  /** Programs that were wanted and could not be had; workloads do not come alive without them. */
  readonly missing: readonly string[];
}

export function describeCluster(name: string, places: ClusterPlaces, state: ClusterState): ClusterInfo {
  return {
    name,
    kubeconfig: places.kubeconfig,
    server: `https://127.0.0.1:${state.port}`,
    version: state.version,
    auditLog: places.auditLog,
    directory: places.directory,
    processes: state.processes.map((one) => ({ name: one.name, pid: one.pid })),
    missing: state.missing,
  };
}
