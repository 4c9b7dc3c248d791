/** Putting a release aside, giving it back, and deleting what is left of it: each of its stored versions. */
import { displayName, type KubeObject, type OwnerReference, refOf } from '../../api';
import type { Answer, JsonPatchOperation } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { KubeCluster } from '../../kube';
import { shellWord } from '../../shell-word';
import { FIELD_MANAGER } from '../../state';
import { requireWritten } from '../take/answers';
import { type Fence, fencePatch, onlyOf, unfencePatch } from './fence-marks';
import { findHistory } from './find';
import type { StoredRelease } from './release';
import { isFenced } from './storage';

/** The newest first: it is the one that Helm would go on from. */
function newestFirst(history: readonly StoredRelease[]): readonly StoredRelease[] {
  return [...history].sort((a, b) => b.version - a.version);
}

function oldestFirst(history: readonly StoredRelease[]): readonly StoredRelease[] {
  return [...newestFirst(history)].reverse();
}

type Storage = Pick<KubeCluster, 'patch' | 'serverTime' | 'list'>;

/**
 * From here on Helm neither lists, upgrades, rolls back nor uninstalls the release, and installs none of its name. An upgrade that began
 * before stores a version that was not there when the history was read, and takes the marks off those that it changes: then Helm gets all
 * of it back.
 * @throws BoxcutterError `release-changed` (locked), `release-unwritten` (server)
 */
export async function fence(history: readonly StoredRelease[], by: Omit<Fence, 'at'>, cluster: Storage): Promise<void> {
  const at = new Date(cluster.serverTime() ?? Date.now());
  const open = newestFirst(history).filter((one) => !isFenced(one));
  // The newest is put aside first: what is open above one that is aside was stored since then.
  const [aside] = newestFirst(history).filter(isFenced);
  if (aside !== undefined && open[0] !== undefined && open[0].version > aside.version) {
    await unfence(history.filter(isFenced), cluster);
    throw changed(open[0].object);
  }
  for (const { object } of open) await write(object, fencePatch(object, { ...by, at }), cluster);
  const [newest] = open;
  if (newest === undefined) return;
  const { name, storage, object } = newest;
  const now = await findHistory(name, object.metadata.namespace ?? '', cluster, { storage, kinds: [kindOf(object)] });
  if (now.every(isFenced)) return;
  await unfence(now.filter(isFenced), cluster);
  throw changed(object);
}

/** What Helm has stored of an adopted release since then, as the beginning of a sentence. Undefined: nothing. */
export function storedSince(name: string, history: readonly StoredRelease[]): string | undefined {
  const open = oldestFirst(history).filter((one) => !isFenced(one)).map(({ version }) => version);
  return open.length === 0 ? undefined : `Helm has stored version ${open.join(', ')} of release "${name}" since it was adopted`;
}

/**
 * An upgrade of Helm that began before the release was put aside may end at any time after it: it stores a version that nobody has put
 * aside, and writes its objects.
 * @throws BoxcutterError `release-changed` (locked)
 */
export function refuseNewer(name: string, namespace: string, history: readonly StoredRelease[]): void {
  const stored = storedSince(name, history);
  if (stored === undefined) return;
  throw new BoxcutterError('release-changed', 'locked', `${stored}: Helm and the extension both have its objects now.`, {
    hint: `Give it back to Helm: boxcutter adopt helm ${shellWord(name)} -n ${shellWord(namespace)} --undo. Then it can be adopted anew.`,
  });
}

/** Once more after the last write. @throws BoxcutterError as {@link refuseNewer} */
export async function refuseUnfenced(history: readonly StoredRelease[], cluster: Pick<KubeCluster, 'list'>): Promise<void> {
  const [one] = history;
  if (one === undefined) return;
  const { name, storage, object } = one;
  const namespace = object.metadata.namespace ?? '';
  refuseNewer(name, namespace, await findHistory(name, namespace, cluster, { storage, kinds: [kindOf(object)] }));
}

function kindOf({ kind }: KubeObject): 'Secret' | 'ConfigMap' {
  return kind === 'ConfigMap' ? kind : 'Secret';
}

/** @throws BoxcutterError as {@link fence} */
export async function unfence(history: readonly StoredRelease[], cluster: Pick<KubeCluster, 'patch'>): Promise<void> {
  // The newest last: with it Helm has the whole history again.
  for (const { object } of oldestFirst(history)) await write(object, unfencePatch(object), cluster);
}

/** Deletes the stored versions, each only as it was read. @throws BoxcutterError as {@link fence} */
export async function deleteHistory(history: readonly StoredRelease[], cluster: Pick<KubeCluster, 'delete'>): Promise<void> {
  // The newest last: killed between two of them, what is left is what would be given back.
  for (const { object } of oldestFirst(history)) {
    const { uid = '', resourceVersion = '' } = object.metadata;
    refuse(object, await cluster.delete(refOf(object), { uid, resourceVersion }));
  }
}

/**
 * The stored versions belong to this object from now on, and go with it; their further chunks belong to them.
 * @throws BoxcutterError as {@link fence}
 */
export async function giveOwner(
  history: readonly KubeObject[], owner: OwnerReference, cluster: Pick<KubeCluster, 'patch'>,
): Promise<void> {
  for (const object of history) {
    await write(object, [...onlyOf(object.metadata), { op: 'add', path: '/metadata/ownerReferences', value: [owner] }], cluster);
  }
}

async function write(object: KubeObject, patch: readonly JsonPatchOperation[], cluster: Pick<KubeCluster, 'patch'>): Promise<void> {
  if (patch.length > 0) refuse(object, await cluster.patch(refOf(object), patch, FIELD_MANAGER));
}

function refuse(object: KubeObject, answer: Answer): void {
  if (answer.type === 'refused' && (answer.status.code === 409 || answer.status.code === 422)) throw changed(object);
  requireWritten(object, answer, (name, why) => (
    new BoxcutterError('release-unwritten', 'server', `${name}, which holds the release, could not be changed: ${why}`, {
      hint: 'Permission to patch the Secrets of the release is needed. Running the command again goes on from here.',
    })));
}

function changed(object: KubeObject): BoxcutterError {
  const what = `${displayName(refOf(object))} has changed since it was read: Helm may be at work on the release.`;
  return new BoxcutterError('release-changed', 'locked', what, { hint: 'Run the command again when Helm has finished.' });
}
