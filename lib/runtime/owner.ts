import { ANNOTATION_OWNERS, LABEL_OWNER_KIND, LABEL_OWNER_NAME } from '../api';
import { defined } from '../defined';
import type { Controller, OwnerContext } from '../engine';
import type { ObjectRef } from '../api';
import { extensionOfHead, headRef, type StoredHead } from '../state';

/** Field manager of the command, the same for all revisions. */
export const FIELD_MANAGER = 'boxcutter';
/** What an object loses when it is let go. */
export const OWNER_LABELS = [LABEL_OWNER_KIND, LABEL_OWNER_NAME];

/**
 * The owner is the head Secret, by annotation: native references cannot point from cluster-scoped objects or other namespaces to it.
 * It is the same for all revisions, so an object that does not change costs nothing in an upgrade.
 */
export function ownerContext(head: { readonly ref: ObjectRef; readonly uid: string; readonly formerUids?: readonly string[] }): OwnerContext {
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

/** The same for a head as it is stored, or will be: before the first apply it has no uid that an object could name. */
export function contextOf(stored: StoredHead): OwnerContext;
export function contextOf(stored: StoredHead | undefined, extension: string, stateNamespace: string): OwnerContext;
export function contextOf(stored: StoredHead | undefined, extension = '', stateNamespace = ''): OwnerContext {
  if (stored === undefined) return ownerContext({ ref: headRef(extension, stateNamespace), uid: 'not-yet-created' });
  return ownerContext({ ...stored, formerUids: stored.head.formerUids ?? [] });
}

/** Heads are named after their extension; nobody thinks of them as Secrets. */
function describeOwner({ kind, name, namespace, namesake }: Omit<Controller, 'text'>): string {
  const extension = extensionOfHead(kind, name);
  // Our own head, but with another uid: the one that the object names is gone.
  if (namesake === 'recreated') return `this very extension, whose record was lost; rebuild it first: boxcutter recover ${extension ?? name}`;
  if (namesake === 'elsewhere') return `the extension of this name whose state is in namespace ${namespace ?? 'default'}`;
  if (extension === undefined) return `${kind} ${name}`;
  return `extension "${extension}"${namespace === undefined ? '' : ` (state in namespace ${namespace})`}`;
}

/** Label value limit: 63 characters; extension names are kept within it. */
export function ownerSelector(extension: string): string {
  return `${LABEL_OWNER_NAME}=${extension}`;
}
