/** The objects of a cluster that carry the mark of an extension: only they know of themselves. */
import { ANNOTATION_OWNERS, keyOf, LABEL_OWNER_NAME, refOf, type KubeObject } from '../../api';
import { annotationOwners, type ServedKind } from '../../engine';
import { isBoxcutterError } from '../../errors';
import { headRef, ownerSelector } from '../../state';
import type { OperationOptions } from '../options';

/** An object that names a head of the extension as its controller. */
export interface MarkedObject {
  /** Metadata only. */
  readonly object: KubeObject;
  /** Uid of the head that it names; that head may be gone. */
  readonly headUid: string;
}

export interface MarkedObjects {
  readonly objects: readonly MarkedObject[];
  /** Some kinds could not be looked at, or not everywhere. */
  readonly unseen: boolean;
}

type Place = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'onNote'>;

/**
 * Every kind is asked. Who may not list a kind on the whole cluster is asked for those of the state namespace: an extension that a user
 * with rights in one namespace installed has nothing elsewhere.
 */
export async function findMarked(extension: string, { cluster, stateNamespace, onNote }: Place): Promise<MarkedObjects> {
  const kinds = await cluster.kinds();
  const away = await cluster.unavailable();
  const objects = new Map<string, MarkedObject>();
  const narrowed = new Set<string>();
  const refused = new Set<string>();
  const look = async ({ apiVersion, kind }: ServedKind, namespace?: string): Promise<void> => {
    const place = namespace === undefined ? {} : { namespace };
    const list = await cluster.list({ apiVersion, kind, ...place, labelSelector: ownerSelector(extension) }, { metadataOnly: true });
    for (const item of list.objects) {
      const object = { ...item, apiVersion, kind };
      const headUid = headUidOf(object, extension, stateNamespace);
      if (headUid !== undefined) objects.set(keyOf(refOf(object)), { object, headUid });
    }
  };
  await Promise.all(kinds.map(async (served) => {
    try {
      await look(served).catch(async (error: unknown) => {
        if (!served.namespaced || !isForbidden(error)) throw error;
        await look(served, stateNamespace);
        narrowed.add(served.kind);
      });
    } catch {
      refused.add(served.kind);
    }
  }));
  const list = (names: Iterable<string>): string => [...names].sort().join(', ');
  if (narrowed.size > 0) {
    onNote?.(
      `Looked at in namespace ${stateNamespace} only, because these kinds may not be listed elsewhere: ${list(narrowed)}.`,
    );
  }
  if (refused.size > 0) onNote?.(`Not looked at, because these kinds could not be listed: ${list(refused)}.`);
  if (away.length > 0) onNote?.(`Not looked at, because the servers of these APIs are away: ${list(away)}.`);
  const sorted = [...objects].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, marked]) => marked);
  return { objects: sorted, unseen: narrowed.size + refused.size + away.length > 0 };
}

function isForbidden(error: unknown): boolean {
  return isBoxcutterError(error) && error.code === 'server-forbidden';
}

function headUidOf(object: KubeObject, extension: string, stateNamespace: string): string | undefined {
  const { name } = headRef(extension, stateNamespace);
  if (object.metadata.labels?.[LABEL_OWNER_NAME] !== extension) return undefined;
  const isHead = ({ kind, name: named, namespace, controller }: ReturnType<typeof annotationOwners>[number]): boolean =>
    kind === 'Secret' && named === name && namespace === stateNamespace && controller === true;
  return annotationOwners(object, ANNOTATION_OWNERS).find(isHead)?.uid;
}
