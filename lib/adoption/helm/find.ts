/** Finding the stored versions of a release on a cluster, and reading one. */
import { type KubeObject, type ObjectRef } from '../../api';
import { type BoxcutterError, isBoxcutterError } from '../../errors';
import type { LiveReader } from '../take/read-live';
import { chunkNames } from './chunks';
import { readRelease } from './read-release';
import type { HelmRelease, ReleaseStorage, StoredRelease } from './release';
import { storedRelease } from './storage';

const RELEASE_NAME = /^[a-z0-9](?:[-a-z0-9.]{0,61}[a-z0-9])?$/;

export interface WhereStored {
  /** @default helm */
  readonly storage?: ReleaseStorage;
  /** Helm keeps releases in Secrets, or in ConfigMaps (`HELM_DRIVER=configmap`). @default in the first of the two that has some */
  readonly kinds?: readonly ('Secret' | 'ConfigMap')[];
}

/**
 * All stored versions of a release in a namespace, those that an adoption has put aside among them.
 * @throws BoxcutterError `server-*`
 */
export async function findHistory(
  name: string, namespace: string, reader: Pick<LiveReader, 'list'>, { storage = 'helm', kinds }: WhereStored = {},
): Promise<readonly StoredRelease[]> {
  // What is no name of a release is no label either.
  if (!RELEASE_NAME.test(name)) return [];
  for (const kind of kinds ?? (storage === 'helm' ? ['Secret', 'ConfigMap'] : ['Secret'])) {
    const found = await listed(kind, name, namespace, reader);
    const history = found.flatMap((object) => storedRelease(object) ?? []).filter((one) => one.storage === storage && one.name === name);
    if (history.length > 0) return history;
  }
  return [];
}

async function listed(kind: string, name: string, namespace: string, reader: Pick<LiveReader, 'list'>): Promise<readonly KubeObject[]> {
  try {
    const { objects } = await reader.list({ apiVersion: 'v1', kind, namespace, labelSelector: `name=${name}` });
    return objects.map((object) => ({ ...object, apiVersion: 'v1', kind }));
  } catch (error) {
    // Who uses Secrets need not be able to read ConfigMaps.
    if (kind === 'ConfigMap' && isForbidden(error)) return [];
    throw error;
  }
}

function isForbidden(error: unknown): error is BoxcutterError {
  return isBoxcutterError(error) && error.code === 'server-forbidden';
}

/** The release of a stored version, with its further chunks. @throws BoxcutterError `release-unreadable` (server) */
export async function loadRelease(stored: StoredRelease, reader: Pick<LiveReader, 'get'>): Promise<HelmRelease> {
  return readRelease(stored, stored.storage === 'helm' ? [] : await chunksOf(stored.object, reader));
}

async function chunksOf(index: KubeObject, reader: Pick<LiveReader, 'get'>): Promise<readonly KubeObject[]> {
  const { namespace = '' } = index.metadata;
  const read = async (name: string): Promise<readonly KubeObject[]> => {
    const ref: ObjectRef = { apiVersion: 'v1', kind: 'Secret', namespace, name };
    const answer = await reader.get(ref);
    return answer.type === 'object' ? [answer.object] : [];
  };
  return (await Promise.all(namesIn(index).map(read))).flat();
}

/** What is wrong with them is said when they are joined. */
function namesIn(index: KubeObject): readonly string[] {
  try {
    return chunkNames(index);
  } catch {
    return [];
  }
}
