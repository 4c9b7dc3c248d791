/** Revisions of an extension, written as its controller. */
import { API_VERSION, type KubeObject, LABEL_REVISION_NAME } from '../../api';
import type { KubeLane } from '../../kube';
import { ownSecrets as giveOwner, putRevision, unownedSecrets, type WrittenContent } from '../../state';
import type { LiveExtension, LiveRevision } from './revision-facts';

/** Of everything that the controller of extensions writes; as upstream names it. */
export const FIELD_MANAGER = 'olm.operatorframework.io/clusterextension-controller';

export { unownedSecrets };

/** @throws BoxcutterError as `putRevision` */
export async function writeRevision(
  cluster: Pick<KubeLane, 'create' | 'get' | 'patch'>, { metadata: { name = '', uid = '' } }: LiveExtension, content: WrittenContent,
): Promise<LiveRevision> {
  const owner = { apiVersion: API_VERSION, kind: 'ClusterExtension', name, uid, controller: true, blockOwnerDeletion: true };
  return await putRevision(content, { cluster, fieldManager: FIELD_MANAGER, owner }) as LiveRevision;
}

export function ownSecrets(cluster: Pick<KubeLane, 'patch'>, secrets: readonly KubeObject[], revision: LiveRevision): Promise<void> {
  return giveOwner(cluster, secrets, revision, FIELD_MANAGER);
}

/** Extensions that have something to do because of a content Secret: it belongs to one of their revisions, and does not say so yet. */
export function wokenBy(secret: KubeObject, revisions: { get(name: string): LiveRevision | undefined }): readonly string[] {
  const revision = revisions.get(secret.metadata.labels?.[LABEL_REVISION_NAME] ?? '');
  if (revision === undefined || unownedSecrets([secret], revision).length === 0) return [];
  return (revision.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'ClusterExtension').map(({ name }) => name);
}
