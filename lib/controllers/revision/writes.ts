/** The few writes to revisions themselves. Each is for the state that was decided about, or writes nothing. */
import { ANNOTATION_TARGET, FINALIZER_TEARDOWN, refOf, type KubeObject } from '../../api';
import type { Answer, JsonPatchOperation } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { type CachedRevision, type Revision } from './model';
import { CONTROLLER_MANAGER, revisionRef } from './owner';

type Patching = Pick<KubeLane, 'patch'>;

/**
 * Before the first object is written: nothing of the revision may be left when it goes, and it has to be known where it is.
 * @param target id of the cluster that its objects go to; undefined: that of the revision
 * @returns undefined: the revision is gone
 */
export function setFinalizer(
  cluster: Patching, { metadata, ...revision }: CachedRevision, target: string | undefined,
): Promise<CachedRevision | undefined> {
  const finalizers = [...(metadata.finalizers ?? []), FINALIZER_TEARDOWN];
  const { [ANNOTATION_TARGET]: _before, ...annotations } = metadata.annotations ?? {};
  const said = target === undefined ? annotations : { ...annotations, [ANNOTATION_TARGET]: target };
  return patch(cluster, { ...revision, metadata }, [
    { op: 'add', path: '/metadata/finalizers', value: finalizers },
    ...(metadata.annotations?.[ANNOTATION_TARGET] === target ? [] : [{ op: 'add' as const, path: '/metadata/annotations', value: said }]),
  ]);
}

export function removeFinalizer(cluster: Patching, { metadata, ...revision }: CachedRevision): Promise<CachedRevision | undefined> {
  const finalizers = (metadata.finalizers ?? []).filter((name) => name !== FINALIZER_TEARDOWN);
  return patch(cluster, { ...revision, metadata }, [{ op: 'replace', path: '/metadata/finalizers', value: finalizers }]);
}

/** A newer revision has its place. @returns undefined: it is gone, or has been paused or archived by another client */
export async function archive(cluster: Patching, { name, uid }: Revision): Promise<CachedRevision | undefined> {
  const answer = await cluster.patch(revisionRef(name), [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/spec/lifecycleState', value: 'Active' },
    { op: 'replace', path: '/spec/lifecycleState', value: 'Archived' },
  ], CONTROLLER_MANAGER);
  if (answer.type === 'refused' && answer.status.code === 422) return undefined;
  return stored(answer, `Revision ${name} could not be archived`);
}

async function patch(
  cluster: Patching, revision: CachedRevision, operations: readonly JsonPatchOperation[],
): Promise<CachedRevision | undefined> {
  const { uid, resourceVersion } = revision.metadata;
  const answer = await cluster.patch(refOf(revision as KubeObject), [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    ...operations,
  ], CONTROLLER_MANAGER);
  return stored(answer, `The finalizer of revision ${revision.metadata.name ?? ''} could not be changed`);
}

/** @throws BoxcutterError `revision-not-written` (server): the turn is done again, with what the stream shows by then */
function stored(answer: Answer, what: string): CachedRevision | undefined {
  if (answer.type === 'object') return answer.object as CachedRevision;
  if (answer.type === 'gone' || answer.type === 'unserved') return undefined;
  const why = answer.type === 'refused' ? answer.status.message : answer.message;
  throw new BoxcutterError('revision-not-written', 'server', `${what}: ${why}.`);
}
