/** A control plane for tests: it goes with the process that uses it. */
import { resolve } from 'node:path';
import { clustersFolder, thisProcess, up as bringUp, type ClusterInfo, type UpOptions as ClusterOptions } from '../control-plane';
import { atExit } from './at-exit';

export interface UpOptions extends Omit<ClusterOptions, 'user'> {
  /**
   * Leave the cluster running when this process ends, for the next one; then `down` takes it down. Default false: it goes, within seconds,
   * when the last process that called `up` for it has ended, however that ended.
   */
  readonly stays?: boolean;
}

/**
 * Brings a cluster up, or finds it up: one that is healthy and has what is asked for is used as it is. What a crash left over is stopped
 * first, and the cluster started anew on its data. Calls for one name at once, also of several processes, give one cluster.
 *
 * A cluster that was running before and stays, like one of `boxcutter cluster up`, is used and left running. One that was stopped with
 * `keepData` is stopped again and keeps its data. Everything else goes: programs, data, tokens and logs.
 *
 * @throws BoxcutterError `cluster-name-invalid`, `port-taken`, `component-died`, `cluster-not-ready`, `interrupted`, and what is said of
 *   programs that cannot be had
 */
export async function up({ stays = false, ...options }: UpOptions = {}): Promise<ClusterInfo> {
  if (stays) return bringUp(options);
  const user = thisProcess();
  const { name = 'default' } = options;
  const directory = resolve(options.directory ?? clustersFolder());
  // Before anything is started, so that nothing is left of a start that is killed.
  await atExit({ type: 'leave-cluster', name, directory, user });
  return bringUp({ ...options, directory, user });
}
