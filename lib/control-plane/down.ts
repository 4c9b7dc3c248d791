import * as fs from 'node:fs';
import { withLock } from './lock';
import { clusterPlaces, clustersFolder } from './places';
import { livingProcesses, readState } from './state';
import { stopProcesses } from './run/stop';
import { removeVolumes } from './volumes';

export interface DownOptions {
  /** Folder that holds clusters; default `clusters` in the user's cache. */
  readonly directory?: string;
  /** Keep the data, tokens and logs for the next start; default false: all of the cluster's folder is deleted. */
  readonly keepData?: boolean;
}

/**
 * Stops a cluster, in an order that lets every program end by itself; each is killed when it has not within 5 s.
 * Answers whether there was anything to stop or to delete.
 */
export async function down(name: string = 'default', options: DownOptions = {}): Promise<boolean> {
  const places = clusterPlaces(name, options.directory ?? clustersFolder());
  if (!fs.existsSync(places.directory) && !fs.existsSync(places.lock)) return false;
  return withLock(places.lock, {}, async () => {
    const processes = livingProcesses(readState(places));
    await stopProcesses(processes);
    const existed = fs.existsSync(places.directory);
    if (!options.keepData) {
      removeVolumes(places);
      fs.rmSync(places.directory, { recursive: true, force: true, maxRetries: 5 });
    }
    return options.keepData ? processes.length > 0 : existed;
  });
}
