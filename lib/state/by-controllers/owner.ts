/**
 * In whose name the objects of a revision are managed: the revision itself. In its own cluster by a native controller reference, unless
 * they hold data of others: with `--cascade=foreground` the garbage collector would delete those before the data-loss guard has looked. In
 * another cluster by an annotation, because there the garbage collector would find no owner of that uid, and delete them.
 */
import { API_VERSION, ANNOTATION_OWNERS, ANNOTATION_REVISION, GROUP, LABEL_OWNER_KIND, LABEL_OWNER_NAME, type ObjectRef } from '../../api';
import { shortHash, type OwnerContext } from '../../engine';
import type { Owner } from '../record';

/** Field manager of the controllers. */
export const CONTROLLER_MANAGER = GROUP;
/** What an object loses when it is let go. */
const LABELS = [LABEL_OWNER_KIND, LABEL_OWNER_NAME];
/** Characters of a label value. */
const MAX_LABEL = 63;

/**
 * @param siblings uids of the other revisions of its extension
 * @param elsewhere its objects are in another cluster
 * @param takeOverManagers field managers whose fields become its own
 */
export function revisionOwner(
  { name, uid, extension }: { readonly name: string; readonly uid: string; readonly extension: string }, siblings: readonly string[],
  elsewhere = false, takeOverManagers: readonly string[] = [],
): Owner {
  const value = labelOf(extension);
  const context: OwnerContext = {
    owner: { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name, uid },
    strategy: elsewhere ? { type: 'annotation', annotation: ANNOTATION_OWNERS } : { type: 'native', forData: ANNOTATION_OWNERS },
    siblings,
    revisionAnnotation: ANNOTATION_REVISION,
    fieldManager: CONTROLLER_MANAGER,
    ...(takeOverManagers.length === 0 ? {} : { takeOverManagers }),
    labels: { [LABEL_OWNER_KIND]: 'ClusterExtension', [LABEL_OWNER_NAME]: value },
  };
  return { context, labels: LABELS, selector: `${LABEL_OWNER_NAME}=${value}` };
}

/** Names of extensions may be longer than a label. */
function labelOf(extension: string): string {
  if (extension.length <= MAX_LABEL) return extension;
  const hash = shortHash(extension).slice(0, 10);
  return `${extension.slice(0, MAX_LABEL - hash.length - 1).replace(/[-.]+$/, '')}-${hash}`;
}

export function revisionRef(name: string): ObjectRef {
  return { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name };
}
