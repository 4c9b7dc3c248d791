import * as fs from 'node:fs';
import { withLock } from './lock';
import { clusterPlaces, clustersFolder, type ClusterPlaces } from './places';
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
 * Stops a cluster. With `keepData` in an order that lets every program end by itself; each is killed when it has not within 5 s.
 * Answers whether there was anything to stop or to delete.
 */
export async function down(name: string = 'default', options: DownOptions = {}): Promise<boolean> {
  const places = clusterPlaces(name, options.directory ?? clustersFolder());
  if (!fs.existsSync(places.directory) && !fs.existsSync(places.lock)) return false;
  return withLock(places.lock, {}, async () => {
    const existed = fs.existsSync(places.directory);
    const { keepData = false } = options;
    const stopped = await takeDown(places, keepData);
    return keepData ? stopped : existed;
  });
}

/** What `down` does with the lock of the cluster. Answers whether a program was running. */
export async function takeDown(places: ClusterPlaces, keepData: boolean): Promise<boolean> {
  const processes = livingProcesses(readState(places));
  await stopProcesses(processes, keepData ? undefined : 0);
  if (!keepData) {
    removeVolumes(places);
    fs.rmSync(places.directory, { recursive: true, force: true, maxRetries: 5 });
  }
  return processes.length > 0;
}
