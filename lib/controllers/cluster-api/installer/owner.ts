/** In whose name the objects of a revision are managed: its ConfigMap, by annotation, for it cannot own what is cluster-scoped. */
import { LABEL_OWNER_KIND, LABEL_OWNER_NAME } from '../../../api';
import { LABEL_MANAGED_BY } from '../../../capi';
import type { Owner } from '../../../state';
import type { StoredRevision } from '../model';
import { ANNOTATION_OWNERS, ANNOTATION_REVISION, CONFIG_KIND, EXTENSION, INSTALLER_MANAGER } from '../names';

/** @param siblings uids of the ConfigMaps of other revisions: objects are handed over between them */
export function ownerOf({ name, uid }: Pick<StoredRevision, 'name' | 'uid'>, namespace: string, siblings: readonly string[]): Owner {
  return {
    context: {
      owner: { apiVersion: 'v1', kind: 'ConfigMap', name, namespace, uid },
      strategy: { type: 'annotation', annotation: ANNOTATION_OWNERS },
      siblings,
      revisionAnnotation: ANNOTATION_REVISION,
      fieldManager: INSTALLER_MANAGER,
      labels: { [LABEL_OWNER_KIND]: CONFIG_KIND.kind, [LABEL_OWNER_NAME]: EXTENSION },
    },
    // What is let go belongs to no component any more, either.
    labels: [LABEL_OWNER_KIND, LABEL_OWNER_NAME, LABEL_MANAGED_BY],
    selector: `${LABEL_OWNER_NAME}=${EXTENSION}`,
  };
}
