/**
 * What is left of the revisions of operator-controller when another revision has their objects: they go, and whatever still names them as
 * its owner stays. Their content goes with the revision that was made of it. Broken off anywhere, the same again goes on.
 */
import { FINALIZER_TEARDOWN, type KubeObject, LABEL_REVISION_NAME, type OwnerReference, refOf } from '../../api';
import type { Answer } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { FIELD_MANAGER } from '../../state';
import { giveOwner } from '../helm/fence';
import { onlyOf } from '../helm/fence-marks';
import { requireWritten } from '../take/answers';
import type { ObjectSet } from './object-set';

/**
 * @param owner of their content from now on
 * @throws BoxcutterError `release-changed` (locked), `release-unwritten`, `server-*` (server)
 */
export async function letGo(
  sets: readonly ObjectSet[], owner: OwnerReference, systemNamespace: string, cluster: Pick<KubeLane, 'list' | 'patch' | 'delete'>,
): Promise<void> {
  for (const { object, name, uid } of [...sets].reverse()) {
    const { objects } = await cluster.list({
      apiVersion: 'v1', kind: 'Secret', namespace: systemNamespace, labelSelector: `${LABEL_REVISION_NAME}=${name}`,
    }, { metadataOnly: true });
    const theirs = objects.map((secret) => ({ ...secret, apiVersion: 'v1', kind: 'Secret' })).filter((secret) => isOf(secret, uid));
    await giveOwner(theirs, owner, cluster);
    // Nothing tears them down any more: what they had is another's. operator-controller would only take this off.
    const { finalizers } = object.metadata;
    const kept = (finalizers ?? []).filter((one) => one !== FINALIZER_TEARDOWN);
    if (kept.length !== (finalizers ?? []).length) {
      const patch = [...onlyOf(object.metadata), { op: 'replace', path: '/metadata/finalizers', value: kept } as const];
      accept(object, await cluster.patch(refOf(object), patch, FIELD_MANAGER));
    }
    accept(object, await cluster.delete(refOf(object), { uid, propagation: 'Orphan' }));
  }
}

function isOf({ metadata: { ownerReferences = [] } }: KubeObject, uid: string): boolean {
  return ownerReferences.some((reference) => reference.uid === uid);
}

function accept(object: KubeObject, answer: Answer): void {
  requireWritten(object, answer, (name, why) => (
    new BoxcutterError('release-unwritten', 'server', `${name}, whose objects are taken over, could not be removed: ${why}`)));
}
