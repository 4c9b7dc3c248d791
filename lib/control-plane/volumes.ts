import * as fs from 'node:fs';
import * as path from 'node:path';
import type { ClusterPlaces } from './places';

/** Where the controller manager makes the folders of volumes; the path is fixed in its code. */
const folder = '/tmp/hostpath_pv/';
const uuidLength = 36;

/**
 * Removes the folders of the volumes that a stopped cluster still has. Their paths are read from the data of etcd, which is there however
 * the cluster ended. A folder that is not empty stays.
 */
export function removeVolumes(places: ClusterPlaces): void {
  const names = fs.existsSync(folder) ? namesIn(path.join(places.directory, 'etcd.data')) : [];
  for (const name of names) {
    try {
      fs.rmdirSync(folder + name);
    } catch {
      // It is gone with its volume, or not empty.
    }
  }
}

function namesIn(data: string): ReadonlySet<string> {
  if (fs.statSync(data, { throwIfNoEntry: false })?.isDirectory() !== true) return new Set();
  const files = fs.readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(files.flatMap((entry) => volumesNamedIn(fs.readFileSync(path.join(entry.parentPath, entry.name)))));
}

function volumesNamedIn(content: Buffer): string[] {
  const names: string[] = [];
  for (let at = content.indexOf(folder); at !== -1; at = content.indexOf(folder, at + 1)) {
    const name = content.toString('latin1', at + folder.length, at + folder.length + uuidLength);
    if (/^[0-9a-f-]{36}$/.test(name)) names.push(name);
  }
  return names;
}
