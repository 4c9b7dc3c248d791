/**
 * What an adoption left that was broken off between its two writes: an object whose fields are ours and whose mark is not there. No record
 * says that it is ours, so a teardown leaves it alone.
 */
import { keyOf, type KubeObject, type ObjectRef, refOf } from '../../api';
import { type OwnerContext, releasePatch } from '../../engine';
import { BoxcutterError } from '../../errors';
import { ownerContext } from '../../state';
import { requireWritten } from './answers';
import { type LiveReader, readLive, servedAs } from './read-live';
import type { KubeCluster } from '../../kube';

/**
 * Gives those of the objects back that are left like that.
 * @param namespace for namespaced objects that name none
 * @throws BoxcutterError `object-unreadable`, `release-unwritten` (server)
 */
export async function handBackLost(
  objects: readonly KubeObject[], namespace: string, cluster: LiveReader & Pick<KubeCluster, 'patch'>,
  handBack: NonNullable<OwnerContext['handBack']>,
): Promise<void> {
  const refs = (await Promise.all(objects.map((object) => placeOf(refOf(object), namespace, cluster)))).flat();
  const live = await readLive(refs, cluster);
  // Whose owner does not matter: it has none.
  const context = { ...ownerContext({ ref: { apiVersion: 'v1', kind: 'Secret', name: '', namespace: '' }, uid: '' }), handBack };
  for (const ref of refs) {
    const object = live.get(keyOf(ref));
    if (object === undefined || !isLeft(object, context)) continue;
    const answer = await cluster.patch(ref, releasePatch(object, context, []), handBack(object)?.fieldManager ?? context.fieldManager);
    requireWritten(object, answer, (name, why) => (
      new BoxcutterError('release-unwritten', 'server', `${name} could not be given back: ${why}`, {
        hint: 'Running the command again goes on from here.',
      })));
  }
}

function isLeft({ metadata: { annotations = {}, managedFields = [] } }: KubeObject, { fieldManager, strategy }: OwnerContext): boolean {
  const marked = strategy.type === 'annotation' && annotations[strategy.annotation] !== undefined;
  return !marked && managedFields.some(({ manager, operation }) => manager === fieldManager && operation === 'Apply');
}

async function placeOf(ref: ObjectRef, namespace: string, reader: LiveReader): Promise<readonly ObjectRef[]> {
  const kind = await servedAs(ref, reader);
  if (kind === undefined) return [];
  const { namespace: own, ...rest } = ref;
  return [{ ...rest, apiVersion: kind.apiVersion, ...(kind.namespaced ? { namespace: own ?? namespace } : {}) }];
}
