/**
 * Whom a cluster goes with: the processes that use it, on record beside it. When the last of them has ended, it is taken down. A cluster
 * without this record stays until `down`.
 */
import * as fs from 'node:fs';
import { makeFolders } from '../make-folders';
import { writeWhole } from '../write-whole';
import { takeDown } from './down';
import { withLock } from './lock';
import { clusterPlaces, type ClusterPlaces } from './places';
import { isAlive, processIdentity, type KnownProcess } from './run/processes';

interface Users {
  /** The data were there before the first of them: only the programs are stopped then. */
  readonly keepData: boolean;
  readonly processes: readonly KnownProcess[];
}

/** This process, as a user of clusters. */
export function thisProcess(): KnownProcess {
  return { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
}

/**
 * Puts a user on record; the caller has the lock of the cluster. One that runs without users is another's, and stays.
 * @param user undefined: the cluster is to stay, whichever process has used it so far
 * @param found what there was of the cluster before this call
 */
export function registerUser(places: ClusterPlaces, user: KnownProcess | undefined, found: 'nothing' | 'stopped' | 'running'): void {
  if (user === undefined) return fs.rmSync(places.users, { force: true });
  const users = readUsers(places);
  if (users === undefined && found === 'running') return;
  const { keepData, processes } = users ?? { keepData: found === 'stopped', processes: [] };
  writeUsers(places, { keepData, processes: [...othersOf(processes, user), user] });
}

/**
 * Called when a user has ended, by another process: the cluster is taken down when that was the last one.
 * @throws BoxcutterError `cluster-name-invalid`, `lock-held`
 */
export async function leaveCluster(name: string, directory: string, user: KnownProcess): Promise<void> {
  const places = clusterPlaces(name, directory);
  if (!fs.existsSync(places.directory)) return;
  await withLock(places.lock, {}, async () => {
    const users = readUsers(places);
    if (users === undefined) return;
    const left = othersOf(users.processes, user);
    if (left.length > 0) return writeUsers(places, { ...users, processes: left });
    fs.rmSync(places.users, { force: true });
    await takeDown(places, users.keepData);
  });
}

/** Those who are there, but for one. */
function othersOf(processes: readonly KnownProcess[], { pid, identity }: KnownProcess): readonly KnownProcess[] {
  return processes.filter((one) => isAlive(one) && !(one.pid === pid && one.identity === identity));
}

function readUsers(places: ClusterPlaces): Users | undefined {
  try {
    return JSON.parse(fs.readFileSync(places.users, 'utf8')) as Users;
  } catch {
    return undefined;
  }
}

function writeUsers(places: ClusterPlaces, users: Users): void {
  makeFolders(places.directory, 0o700);
  writeWhole(places.users, `${JSON.stringify(users)}\n`, 0o600);
}
