/** Revisions that are there already, when the extension names another service account, or none any more. */
import {
  ANNOTATION_SERVICE_ACCOUNT_NAME, ANNOTATION_SERVICE_ACCOUNT_NAMESPACE, API_VERSION, FINALIZER_TEARDOWN, keyOf, type KubeObject, refOf,
} from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { controlledHeads, ControlledRecord } from '../../../state';
import { type Target, wordsOfAnswer } from '../../process';
import type { LiveExtension, LiveRevision } from '../revision-facts';
import { FIELD_MANAGER } from '../write-revision';
import { accountAnnotations, accountOf } from './account';
import { requireAuthorized } from './authorize';

export interface AligningPlace {
  readonly cluster: Pick<KubeLane, 'get' | 'patch'>;
  readonly target: Pick<Target, 'cluster' | 'shared' | 'name'>;
}

const ANNOTATIONS = [ANNOTATION_SERVICE_ACCOUNT_NAME, ANNOTATION_SERVICE_ACCOUNT_NAMESPACE] as const;

/** The end of what is said of a service account that lacks something. */
const STAYS = 'Until it may do all of this, what is installed goes on with the rights that it had, and nothing new is rolled out.';

/**
 * Revisions go on as whom the extension says now. A service account that is named later, or in the place of another, has to be allowed
 * everything that is there, as for an install: otherwise no revision is switched. One may be cleared at any time: then what it may not do
 * any more is done by the rights of the controllers. Revisions that are done with stay as they are.
 * @throws BoxcutterError as `requireAuthorized`; `extension-refused` (server) when a revision could not be written; what keeps the content
 *   of a revision from being read
 */
export async function alignAccount(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: AligningPlace,
): Promise<void> {
  const wanted = accountAnnotations(accountOf(extension));
  const due = revisions.filter((revision) => isAnothers(revision, wanted));
  if (due.length === 0) return;
  if (accountOf(extension) !== undefined) await requireAuthorized(extension, await objectsOf(extension, due, place), place.target, STAYS);
  for (const revision of due) {
    const { name = '', annotations = {}, resourceVersion = '' } = revision.metadata;
    const others = Object.entries(annotations).filter(([key]) => !ANNOTATIONS.some((one) => one === key));
    const answer = await place.cluster.patch(refOf(revision), [
      { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
      { op: 'add', path: '/metadata/annotations', value: { ...Object.fromEntries(others), ...wanted } },
    ], FIELD_MANAGER);
    // Where another client was first, or the revision is gone, that is an event, and another turn.
    if (answer.type === 'object' || answer.type === 'gone' || (answer.type === 'refused' && answer.status.code < 500)) continue;
    const why = wordsOfAnswer(answer, 'its kind is not served');
    throw new BoxcutterError('extension-refused', 'server', `Revision ${name} could not be given its service account: ${why}`);
  }
}

/** It acts as somebody else, and is not done with. */
function isAnothers(
  { spec, metadata: { annotations = {}, finalizers = [] } }: LiveRevision, wanted: Readonly<Record<string, string>>,
): boolean {
  if (!('phases' in spec)) return false;
  const isDone = spec.lifecycleState === 'Archived' && !finalizers.includes(FINALIZER_TEARDOWN);
  return !isDone && !ANNOTATIONS.every((key) => annotations[key] === wanted[key]);
}

/** Everything that these revisions have to do with; the cache knows them without their content. */
async function objectsOf(
  extension: LiveExtension, revisions: readonly LiveRevision[], { cluster, target }: AligningPlace,
): Promise<readonly KubeObject[]> {
  const found = await Promise.all(revisions.map(({ metadata: { name = '' } }) => (
    cluster.get({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name })
  )));
  const [head] = controlledHeads([extension], found.flatMap((answer) => (answer.type === 'object' ? [answer.object] : [])));
  if (head === undefined) return [];
  const record = new ControlledRecord(head, cluster, target.name !== undefined);
  const objects = new Map<string, KubeObject>();
  for (const { number } of head.controlled.revisions) {
    const { phases = [] } = await record.content(number) ?? {};
    for (const { object } of phases.flatMap((phase) => phase.objects)) objects.set(keyOf(refOf(object)), object);
  }
  return [...objects.values()];
}
