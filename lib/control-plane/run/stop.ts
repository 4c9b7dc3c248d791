import { isAlive, terminate } from './processes';
import type { ComponentProcess } from '../state';

/** How long each may take to end by itself, in milliseconds, before it is killed. */
const PATIENCE = 5_000;

/**
 * Stops processes: those that work on the API server at once, then the API server, then etcd, without which an API server hangs. One whose
 * etcd is gone already has nothing left to finish, and is killed at once.
 *
 * @param patience 0 where their data go, too: an API server takes a second to end by itself
 */
export async function stopProcesses(processes: readonly ComponentProcess[], patience: number = PATIENCE): Promise<void> {
  const [etcd, server] = (['etcd', 'kube-apiserver'] as const).map((name) => processes.find((one) => one.name === name));
  const others = processes.filter((one) => one !== etcd && one !== server);
  await Promise.all(others.map((one) => terminate(one, patience)));
  if (server !== undefined) await terminate(server, etcd !== undefined && isAlive(etcd) ? patience : 0);
  if (etcd !== undefined) await terminate(etcd, patience);
}
