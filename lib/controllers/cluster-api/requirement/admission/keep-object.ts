/** One object that a requirement owns: written when it is not as it should be, and never when it is somebody else's. */
import { asObject, keyOf, refOf, type JsonValue, type KubeObject } from '../../../../api';
import { jsonEqual } from '../../../../api/json-equal';
import type { JsonPatchOperation } from '../../../../engine';
import type { Answer } from '../../../../engine/ports';
import { BoxcutterError } from '../../../../errors';
import { formatPointer } from '../../../../issue';
import type { KubeLane } from '../../../../kube';
import { type Log, type ResourceCache, wordsOfAnswer } from '../../../process';
import { REQUIREMENT_KIND, REQUIREMENT_MANAGER } from '../../names';

/** Where objects are written and removed. */
export interface Writing {
  readonly cluster: Pick<KubeLane, 'create' | 'patch' | 'delete'>;
  readonly log: Pick<Log, 'info'>;
}

export interface ObjectPlace extends Writing {
  readonly cache: ResourceCache<KubeObject>;
}

export function isControlledBy({ metadata: { ownerReferences = [] } }: KubeObject, uid: string): boolean {
  return ownerReferences.some((owner) => owner.controller === true && owner.uid === uid);
}

/** Whether nobody but requirements owns it, and one at least does. @param which one of them has to be; absent: any */
export function isOwnedByRequirements(
  { metadata: { ownerReferences = [] } }: KubeObject, which: { readonly name?: string; readonly uid?: string } = {},
): boolean {
  return ownerReferences.every(({ kind, apiVersion }) => kind === REQUIREMENT_KIND.kind && apiVersion === REQUIREMENT_KIND.apiVersion)
    && ownerReferences.some(({ name, uid }) => (which.name ?? name) === name && (which.uid ?? uid) === uid);
}

/** Its requirements have let go of it: they were deleted with `--cascade=orphan`, or another client took them off. */
export function isLeft({ metadata: { ownerReferences = [] } }: KubeObject): boolean {
  return ownerReferences.length === 0;
}

/**
 * @param why it goes, for the log
 * @throws BoxcutterError `capi-policy-not-written`
 */
export async function removeObject(object: KubeObject, why: string, { cluster, log }: Writing): Promise<void> {
  if (object.metadata.deletionTimestamp !== undefined) return;
  log.info({ object: keyOf(refOf(object)), uid: object.metadata.uid }, `${object.kind} ${object.metadata.name ?? ''} is removed: ${why}`);
  const answer = await cluster.delete(refOf(object), { uid: object.metadata.uid ?? '' });
  if (answer.type === 'lost' || (answer.type === 'refused' && ![404, 409].includes(answer.status.code ?? 0))) {
    throw notWritten(object, answer.type === 'lost' ? answer.message : answer.status.message);
  }
}

/**
 * @param part the field that it consists of: `spec`, `webhooks`
 * @throws BoxcutterError `capi-policy-not-written`
 */
export async function writeObject(wanted: KubeObject, part: string, { cluster, cache }: ObjectPlace): Promise<void> {
  const live = cache.get(wanted.metadata.name ?? '');
  if (live !== undefined && isWithin(wanted as unknown as JsonValue, live as unknown as JsonValue)) return;
  // Somebody else's that is not shown yet is not taken: what is new is created, and only the object that was seen is changed.
  const answer = live === undefined ? await cluster.create(wanted, { fieldManager: REQUIREMENT_MANAGER })
    : await cluster.patch(refOf(wanted), changesOf(wanted, part, live), REQUIREMENT_MANAGER);
  // Made a moment ago, by the turn before or by another client: the stream shows it soon, and then it is looked at again.
  if (live === undefined && isThere(answer)) return;
  if (answer.type !== 'object') {
    const said = wordsOfAnswer(answer, 'its kind is not served');
    throw notWritten(wanted, said);
  }
  cache.note(answer.object);
}

export function isThere(answer: Answer): boolean {
  return answer.type === 'refused' && answer.status.reason === 'AlreadyExists';
}

/** Replaced as a whole: what actions a binding has is a set, to which an apply would add. Requirements come and go, and are owners. */
function changesOf(wanted: KubeObject, part: string, { metadata: { uid = '', labels } }: KubeObject): readonly JsonPatchOperation[] {
  const marks = Object.entries(wanted.metadata.labels ?? {});
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    ...(labels === undefined ? [{ op: 'add' as const, path: '/metadata/labels', value: {} }] : []),
    ...marks.map(([label, value]) => ({ op: 'add' as const, path: formatPointer(['metadata', 'labels', label]), value })),
    { op: 'add', path: '/metadata/ownerReferences', value: wanted.metadata.ownerReferences as unknown as JsonValue },
    { op: 'replace', path: `/${part}`, value: wanted[part] as JsonValue },
  ];
}

/**
 * Everything that is wanted is so; what the server adds by itself does not count. An empty list is as good as none; `null` is what must not
 * be there.
 */
export function isWithin(wanted: JsonValue | undefined, live: JsonValue | undefined): boolean {
  if (Array.isArray(wanted)) {
    if (wanted.length === 0 && live === undefined) return true;
    return Array.isArray(live) && live.length === wanted.length
      && wanted.every((one, index) => isWithin(one as JsonValue, live[index] as JsonValue));
  }
  if (wanted === null) return live === undefined || live === null;
  const object = asObject(wanted);
  if (object === undefined) return wanted === live;
  const there = asObject(live);
  return there !== undefined && Object.entries(object).every(([name, value]) => {
    // The server adds nothing to a selector, and one with fewer labels is another one.
    if (name.endsWith('Selector')) return jsonEqual(value ?? {}, there[name] ?? {});
    return value === undefined || isWithin(value as JsonValue, there[name] as JsonValue);
  });
}

function notWritten(object: KubeObject, message = ''): BoxcutterError {
  return new BoxcutterError('capi-policy-not-written', 'server', `${keyOf(refOf(object))} could not be written: ${message}.`);
}
