import { startOrder } from './components';
import { terminate } from './processes';
import type { ComponentProcess } from './state';

/** How long each may take to end by itself, in milliseconds, before it is killed. */
const patience = 5_000;

/** Stops processes one after the other against the order of start: an API server without its etcd would hang. */
export async function stopProcesses(processes: readonly ComponentProcess[]): Promise<void> {
  const order = [...processes].sort((a, b) => startOrder.indexOf(b.name) - startOrder.indexOf(a.name));
  for (const one of order) await terminate(one, patience);
}
