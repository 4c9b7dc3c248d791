/**
 * Putting a revision onto the cluster: its Secrets, then itself, then the Secrets get it as their owner. A process may die between any two
 * of these: Secrets are named by their content, so the next try finds them, and what does not have it as its
 * owner yet gets it (`unownedSecrets`). Until then they belong to the extension: where no revision comes of them, they go with it.
 */
import {
  API_VERSION, type KubeObject, LABEL_OWNER_NAME, LABEL_REVISION_NAME, type OwnerReference, refOf, type RevisionManifest,
  SECRET_TYPE_CONTENT,
} from '../../api';
import { jsonEqual } from '../../api/json-equal';
import type { Answer } from '../../engine/ports';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';

type Writer = Pick<KubeLane, 'create' | 'get' | 'patch'>;

/** A revision, and the Secrets that it refers to. */
export interface WrittenContent {
  readonly manifest: RevisionManifest;
  readonly secrets: readonly KubeObject[];
}

export interface RevisionWriter {
  readonly cluster: Writer;
  readonly fieldManager: string;
  /** Controls the revision. Absent: it is made by hand. */
  readonly owner?: OwnerReference;
}

/**
 * @returns the revision as it is now
 * @throws BoxcutterError `revision-refused`, `revision-lost`; `revision-taken` when another revision has its name
 */
export async function putRevision(
  { manifest, secrets }: WrittenContent, { cluster, fieldManager, owner }: RevisionWriter,
): Promise<KubeObject> {
  for (const secret of secrets) await createOnce(cluster, heldBy(owner, secret), fieldManager, (live) => isSameSecret(live, secret));
  const owners = owner === undefined ? {} : { ownerReferences: [owner] };
  const wanted = { ...manifest, metadata: { ...manifest.metadata, ...owners } } as unknown as KubeObject;
  const revision = await createOnce(cluster, wanted, fieldManager, (live) => isSameRevision(live, wanted));
  await ownSecrets(cluster, secrets, revision, fieldManager);
  return revision;
}

function heldBy(owner: OwnerReference | undefined, secret: KubeObject): KubeObject {
  if (owner === undefined) return secret;
  const { controller: _controller, ...held } = owner;
  return { ...secret, metadata: { ...secret.metadata, ownerReferences: [held] } };
}

/** Makes the revision the owner of Secrets that a process which died has left without. */
export async function ownSecrets(
  cluster: Pick<KubeLane, 'patch'>, secrets: readonly KubeObject[], { metadata: { name = '', uid = '' } }: KubeObject, fieldManager: string,
): Promise<void> {
  const owner = { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name, uid, controller: true, blockOwnerDeletion: true };
  for (const secret of secrets) {
    const answer = await cluster.patch(refOf(secret), [{ op: 'add', path: '/metadata/ownerReferences', value: [owner] }], fieldManager);
    if (answer.type !== 'object') throw failed(secret, answer);
  }
}

/** Those that belong to this revision, and do not have it as their owner. */
export function unownedSecrets(secrets: readonly KubeObject[], { metadata: { name, uid } }: KubeObject): readonly KubeObject[] {
  return secrets.filter(({ metadata: { labels, ownerReferences = [] } }) => (
    labels?.[LABEL_REVISION_NAME] === name && !ownerReferences.some((owner) => owner.uid === uid)
  ));
}

/** @param isOurs is what stands there what was to be created? */
async function createOnce(
  cluster: Writer, object: KubeObject, fieldManager: string, isOurs: (live: KubeObject) => boolean,
): Promise<KubeObject> {
  const answer = await cluster.create(object, { fieldManager });
  if (answer.type === 'object') return answer.object;
  const isTaken = answer.type === 'refused' && answer.status.reason === 'AlreadyExists';
  if (!isTaken && answer.type !== 'lost') throw failed(object, answer);
  const live = await cluster.get(refOf(object));
  if (live.type !== 'object') throw failed(object, answer);
  if (isOurs(live.object)) return live.object;
  throw new BoxcutterError(
    'revision-taken', 'collision', `${object.kind} ${object.metadata.name} exists, with other content.`,
    { hint: 'It is looked at again. If it was made by hand, delete it.' },
  );
}

function isSameSecret(live: KubeObject, wanted: KubeObject): boolean {
  return live['immutable'] === true && live['type'] === SECRET_TYPE_CONTENT && jsonEqual(live['data'] ?? {}, wanted['data'] ?? {})
    && live.metadata.labels?.[LABEL_OWNER_NAME] === wanted.metadata.labels?.[LABEL_OWNER_NAME];
}

function isSameRevision(live: KubeObject, wanted: KubeObject): boolean {
  const [owner] = wanted.metadata.ownerReferences ?? [];
  const isOwned = owner === undefined
    || live.metadata.ownerReferences?.some(({ uid, controller }) => uid === owner.uid && controller === true) === true;
  const { annotations = {} } = live.metadata;
  return isOwned && Object.entries(wanted.metadata.annotations ?? {}).every(([key, value]) => annotations[key] === value);
}

function failed({ kind, metadata: { name = '' } }: KubeObject, answer: Exclude<Answer, { type: 'object' }>): BoxcutterError {
  const what = `${kind} ${name} could not be written`;
  if (answer.type === 'lost') return new BoxcutterError('revision-lost', 'server', `${what}: ${answer.message}`);
  const why = answer.type === 'refused' ? answer.status.message : answer.type === 'gone' ? 'it is gone' : 'its kind is not served';
  return new BoxcutterError('revision-refused', 'server', `${what}: ${why}`);
}
