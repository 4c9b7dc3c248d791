/**
 * The end of an extension: its revisions go, each of which takes its objects down in reverse order; then the extension itself may go.
 * Upstream leaves this to the garbage collector, which knows no order.
 */
import { API_VERSION, FINALIZER_EXTENSION, GROUP, type KubeObject, LABEL_OWNER_NAME, refOf } from '../../api';
import { counted } from '../../counted';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';
import { wordsOfAnswer } from '../process';
import type { Outcome } from './outcome';
import { conditionOf, type LiveRevision, revisionStates } from './revision-facts';
import { FIELD_MANAGER } from './write-revision';

/** Of operator-controller, whose place we have taken: they stood for caches in its process. */
const FINALIZERS_OF_CACHES = [`${GROUP}/cleanup-unpack-cache`, `${GROUP}/cleanup-contentmanager-cache`];

/** As long as it is there, the garbage collector takes the owner off what an object owned: then there is nothing left to take down. */
const ORPHANS = 'orphan';

interface LeavePlace {
  readonly cluster: Pick<KubeLane, 'patch' | 'delete' | 'list'>;
  /** Revisions are looked after: the feature gate BoxcutterRuntime is on. */
  readonly mayRollOut: boolean;
  /** What holds it until then. @default that of extensions */
  readonly finalizer?: string;
}

type Farewell = Extract<Outcome, { readonly type: 'leaving' | 'guarded' }>;

/**
 * @param extension or what else has revisions
 * @returns what it waits for; undefined: it may go, and nothing is left to say
 */
export async function leave(
  extension: KubeObject, revisions: readonly LiveRevision[], { cluster, mayRollOut, finalizer = FINALIZER_EXTENSION }: LeavePlace,
): Promise<Farewell | undefined> {
  if (revisions.length === 0) {
    if (await isLast(extension, cluster)) await removeFinalizer(extension, finalizer, cluster);
    return undefined;
  }
  if (extension.metadata.finalizers?.includes(ORPHANS) === true) {
    const progress = `${counted(revisions.length, 'revision')} to be let go, which stay with all that they have.`;
    return { type: 'leaving', progress };
  }
  // All at once: one that stayed would bring back what another takes down.
  for (const { apiVersion, kind, metadata: { name = '', uid = '', deletionTimestamp } } of revisions) {
    if (deletionTimestamp === undefined) await remove({ apiVersion, kind, name }, uid, cluster);
  }
  const { all } = revisionStates(revisions);
  if (!mayRollOut) return { type: 'guarded', message: gateText(all.length) };
  const progress = all.filter(({ isLeaving }) => isLeaving).flatMap((revision) => conditionOf(revision, 'Progressing') ?? []);
  const guarded = progress.find(({ reason }) => reason === 'Blocked');
  if (guarded !== undefined) return { type: 'guarded', message: guarded.message };
  const said = progress.filter(({ status }) => status === 'True').map(({ message }) => ` ${message}`);
  return { type: 'leaving', progress: `${counted(all.length, 'revision')} still to be taken down.${said.join('')}` };
}

/** What their conditions say is from before. */
function gateText(revisions: number): string {
  return `${counted(revisions, 'revision')} still to be taken down, which waits for the feature gate BoxcutterRuntime: it is off, so `
    + 'nobody looks after revisions. Switch the gate on, and it goes on from here. Until then the objects stay as they are.';
}

/**
 * The server itself says that there is nothing left: a revision whose making was not answered may not be in any cache yet. When it is, that
 * is a turn of its own.
 */
async function isLast({ metadata: { name = '', uid } }: KubeObject, cluster: LeavePlace['cluster']): Promise<boolean> {
  const scope = { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', labelSelector: `${LABEL_OWNER_NAME}=${name}` };
  const { objects } = await cluster.list(scope, { metadataOnly: true });
  return !objects.some(({ metadata: { ownerReferences = [] } }) => ownerReferences.some((owner) => owner.uid === uid));
}

async function remove(ref: { apiVersion: string; kind: string; name: string }, uid: string, cluster: LeavePlace['cluster']): Promise<void> {
  const answer = await cluster.delete(ref, { uid });
  // One that is gone already, or is another one by now, needs nothing.
  if (answer.type === 'object' || answer.type === 'gone' || (answer.type === 'refused' && answer.status.code === 409)) return;
  const why = wordsOfAnswer(answer, 'its kind is not served');
  throw new BoxcutterError('revision-refused', 'server', `${ref.kind} ${ref.name} could not be deleted: ${why}`);
}

async function removeFinalizer(extension: KubeObject, finalizer: string, cluster: LeavePlace['cluster']): Promise<void> {
  const { finalizers = [], resourceVersion = '', name } = extension.metadata;
  if (!finalizers.includes(finalizer)) return;
  const ours: readonly string[] = [finalizer, ...FINALIZERS_OF_CACHES];
  const answer = await cluster.patch(refOf(extension), [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'replace', path: '/metadata/finalizers', value: finalizers.filter((one) => !ours.includes(one)) },
  ], FIELD_MANAGER);
  if (answer.type === 'object' || answer.type === 'gone' || (answer.type === 'refused' && answer.status.code < 500)) return;
  throw new BoxcutterError('extension-refused', 'server', `The finalizer of ${extension.kind} ${name} could not be removed.`);
}
