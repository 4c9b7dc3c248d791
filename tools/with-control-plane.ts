import { down, up, type ClusterInfo } from '../lib/control-plane';

export type Cluster = Pick<ClusterInfo, 'kubeconfig' | 'auditLog' | 'name'>;

/** A local control plane of the given name, for as long as the work takes. Of a run it goes with the run (run/run.mjs). */
export async function withControlPlane(name: string, directory: string, work: (cluster: Cluster) => Promise<void>): Promise<void> {
  const cluster = await up({ name, directory, onProgress: (line) => console.error(`control plane: ${line}`) });
  try {
    await work(cluster);
  } finally {
    await down(cluster.name, { directory });
  }
}
