/**
 * How releases are stored: Helm 3 and 4 in a Secret or a ConfigMap of the namespace of the release, operator-controller in an index Secret
 * with further chunks in the system namespace. What its labels say is enough to choose one (docs/adoption.md).
 */
import { asObject, type KubeObject } from '../../api';
import { FENCE_LABEL, ownerBeforeFence } from './fence-marks';
import type { ReleaseStatus, ReleaseStorage, StoredRelease } from './release';

export const RELEASE_TYPE = 'helm.sh/release.v1';
export const INDEX_TYPE = 'operatorframework.io/index.v1';
export const CHUNK_TYPE = 'operatorframework.io/chunk.v1';

const OWNERS: Readonly<Record<ReleaseStorage, string>> = { 'helm': 'helm', 'operator-controller': 'operator-controller' };

const STATUSES: ReadonlySet<string> = new Set<ReleaseStatus>([
  'unknown', 'deployed', 'uninstalled', 'superseded', 'failed', 'uninstalling', 'pending-install', 'pending-upgrade', 'pending-rollback',
]);

export function statusOf(text: unknown): ReleaseStatus {
  return typeof text === 'string' && STATUSES.has(text) ? (text as ReleaseStatus) : 'unknown';
}

/** What an object stores, by its type and its labels; undefined: no release. One that is fenced counts as what it was. */
export function storedRelease(object: KubeObject): StoredRelease | undefined {
  const storage = storageOf(object);
  const { labels = {} } = object.metadata;
  if (storage === undefined || (labels['owner'] ?? ownerBeforeFence(object)) !== OWNERS[storage]) return undefined;
  const version = Number(labels['version']);
  const { name } = labels;
  if (name === undefined || !Number.isInteger(version) || version < 1) return undefined;
  return { object, name, version, status: statusOf(labels['status']), storage };
}

function storageOf({ kind, type, data }: KubeObject): ReleaseStorage | undefined {
  if (kind === 'Secret') return type === RELEASE_TYPE ? 'helm' : type === INDEX_TYPE ? 'operator-controller' : undefined;
  return kind === 'ConfigMap' && asObject(data)?.['release'] !== undefined ? 'helm' : undefined;
}

/** Helm does not see it: an adoption has put it aside. */
export function isFenced({ object }: StoredRelease): boolean {
  return object.metadata.labels?.[FENCE_LABEL] !== undefined;
}
