import { startOrder } from './components';
import { isAlive, terminate } from './processes';
import type { ComponentProcess } from '../state';

/** How long each may take to end by itself, in milliseconds, before it is killed. */
const patience = 5_000;

/**
 * Stops processes one after the other against the order of start: an API server without its etcd hangs. One whose etcd is
 * gone already has nothing left to finish, and is killed at once.
 */
export async function stopProcesses(processes: readonly ComponentProcess[]): Promise<void> {
  const order = [...processes].sort((a, b) => startOrder.indexOf(b.name) - startOrder.indexOf(a.name));
  const etcd = processes.find((one) => one.name === 'etcd');
  for (const one of order) await terminate(one, one.name === 'kube-apiserver' && !(etcd && isAlive(etcd)) ? 0 : patience);
}
