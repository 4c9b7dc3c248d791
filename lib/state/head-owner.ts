/**
 * The command's owner of objects: the head Secret of their extension, by annotation.
 */
import { ANNOTATION_OWNERS, LABEL_OWNER_KIND, LABEL_OWNER_NAME, type ObjectRef } from '../api';
import { defined } from '../defined';
import type { Controller, OwnerContext } from '../engine';
import { extensionOfHead, headRef, type StoredHead } from './head';
import type { Owner } from './record';

/** Field manager of the command, the same for all revisions. */
export const FIELD_MANAGER = 'boxcutter';
/** What an object loses when it is let go. */
export const OWNER_LABELS = [LABEL_OWNER_KIND, LABEL_OWNER_NAME];

/**
 * The owner is the head Secret, by annotation: native references cannot point from cluster-scoped objects or other namespaces to it.
 * It is the same for all revisions, so an object that does not change costs nothing in an upgrade.
 */
export function ownerContext(head: {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly formerUids?: readonly string[];
}): OwnerContext {
  const { apiVersion, kind, name, namespace } = head.ref;
  return {
    owner: { apiVersion, kind, name, uid: head.uid, ...defined({ namespace }) },
    strategy: { type: 'annotation', annotation: ANNOTATION_OWNERS },
    siblings: [],
    former: head.formerUids ?? [],
    fieldManager: FIELD_MANAGER,
    describeOwner,
  };
}

/**
 * The owner as a run needs it. Before the first apply there is no head: it has no uid yet that an object could name.
 * @param formerUids those that count (`trustedFormerUids`)
 */
export function headOwner(
  stored: StoredHead | undefined,
  extension: string,
  namespace: string,
  formerUids: readonly string[] = [],
): Owner {
  const { ref, uid } = stored ?? { ref: headRef(extension, namespace), uid: 'not-yet-created' };
  const context = ownerContext({ ref, uid, formerUids });
  return { context, labels: OWNER_LABELS, selector: ownerSelector(extension) };
}

/** Heads are named after their extension, which is what people know them by. */
function describeOwner({ kind, name, namespace, namesake }: Omit<Controller, 'text'>): string {
  const extension = extensionOfHead(kind, name);
  // Our own head, but with another uid: the one that the object names is gone.
  if (namesake === 'recreated') return 'this very extension, whose record was lost, or restored from a backup, and has to be rebuilt first';
  if (namesake === 'elsewhere') return `the extension of this name whose state is in namespace ${namespace ?? 'default'}`;
  if (extension === undefined) return `${kind} ${name}`;
  return `extension "${extension}"${namespace === undefined ? '' : ` (state in namespace ${namespace})`}`;
}

/** Label value limit: 63 characters; extension names are kept within it. */
export function ownerSelector(extension: string): string {
  return `${LABEL_OWNER_NAME}=${extension}`;
}
