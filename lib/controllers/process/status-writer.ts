/** Writing the status of an object: only when it differs, and only of the very object that it was decided for. */
import { refOf, type KubeObject } from '../../api';
import { jsonEqual } from '../../api/json-equal';
import type { Answer } from '../../engine/ports';
import { BoxcutterError } from '../../errors';
import type { KubeLane } from '../../kube';

export type StatusWrite<T> =
  /** It was so already: nothing was sent. */
  | { readonly type: 'unchanged'; readonly object: T }
  /** `object` is how it is now: for the cache. */
  | { readonly type: 'written'; readonly object: T }
  /** The object is gone, or another has its name. */
  | { readonly type: 'gone' };

/** The status to write; a function where it depends on what another client wrote beside it. */
export type WantedStatus<T extends KubeObject> = object | ((live: T) => object);

/** Writes that found another state than they were made for; each time the object is read again. */
const MOST_TRIES = 5;

/**
 * Writes the whole status with a PUT of the subresource, for the state of the object that is given. When another client has changed the
 * object since, it is read again, and the status is written when it still differs. Sends nothing when the status is as wanted.
 * @param object as it was last seen, with its status
 * @throws BoxcutterError `status-refused`, `status-lost`: what the server answered
 */
export async function writeStatus<T extends KubeObject>(
  cluster: Pick<KubeLane, 'replaceStatus' | 'get'>, object: T, wanted: WantedStatus<T>,
): Promise<StatusWrite<T>> {
  let live = object;
  let lost = '';
  for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
    const status = typeof wanted === 'function' ? (wanted as (live: T) => object)(live) : wanted;
    if (jsonEqual(live['status'] ?? {}, status)) return { type: live === object ? 'unchanged' : 'written', object: live };
    const answer = await cluster.replaceStatus({
      apiVersion: live.apiVersion, kind: live.kind, metadata: identityOf(live), status,
    });
    if (answer.type === 'object') return { type: 'written', object: withStatus(live, answer.object, status) };
    if (answer.type === 'refused' && answer.status.code !== 409 && answer.status.code !== 404) throw refused(live, answer);
    if (answer.type === 'unserved' || (answer.type === 'refused' && answer.status.code === 404)) return { type: 'gone' };
    if (answer.type === 'lost') lost = answer.message;
    const again = await cluster.get(refOf(live));
    if (again.type === 'gone' || again.type === 'unserved') return { type: 'gone' };
    if (again.type !== 'object') throw again.type === 'refused' ? refused(live, again) : unanswered(live, again.message);
    if (again.object.metadata.uid !== object.metadata.uid) return { type: 'gone' };
    live = again.object as T;
  }
  throw unanswered(live, lost === '' ? 'another client changes the object all the time' : lost);
}

/** A status is written for one state of one object. */
function identityOf({ metadata: { name, namespace, uid, resourceVersion } }: KubeObject): KubeObject['metadata'] {
  return JSON.parse(JSON.stringify({ name, namespace, uid, resourceVersion })) as KubeObject['metadata'];
}

/** The answer has the metadata only. */
function withStatus<T extends KubeObject>(before: T, { metadata: { resourceVersion } }: KubeObject, status: object): T {
  return { ...before, metadata: { ...before.metadata, resourceVersion }, status };
}

function refused(object: KubeObject, { status }: Extract<Answer, { type: 'refused' }>): BoxcutterError {
  return new BoxcutterError('status-refused', 'server', `The status of ${named(object)} was refused: ${status.message}`, {
    hint: status.code === 403 ? 'The controller lacks the permission to update the status of this kind.' : undefined,
    details: { code: status.code, reason: status.reason },
  });
}

function unanswered(object: KubeObject, message: string): BoxcutterError {
  return new BoxcutterError('status-lost', 'server', `The status of ${named(object)} could not be written: ${message}.`);
}

function named({ kind, metadata: { name = '' } }: KubeObject): string {
  return `${kind} ${name}`;
}
