/**
 * What an answer of the API server means for an object: settled, to be read again, to be tried again, or a failure that stays.
 */
import type { ObjectRef } from '../../../api';
import type { ApiStatus } from '../../ports';

export type Refusal = 'conflict' | 'retry' | 'namespace-missing' | 'namespace-terminating' | 'permanent';

const FAILED_TEST = /the server rejected our request due to an error in our request/;
const UNTYPED = /failed to create typed patch object|failed to convert new object/;

/** A field manager's entry is of a version that the definition of the kind no longer has: no apply converts it. */
const STALE_VERSION = /request to convert CR to an invalid group\/version: (\S+)/;

/** What is stored is of a version that the definition of the kind no longer has: no request reads, changes or deletes it. */
const LOST_VERSION = /request to convert CR (?:from an|list failed, list index \d+ has) invalid group\/version: (\S+)/;

/** Kinds of refusal, by code, reason and causes; never by free text where the API has a field for it. */
export function classify(status: ApiStatus): Refusal {
  const { code, reason, causes } = status;
  if (causes.some((cause) => cause.reason === 'NamespaceTerminating')) return 'namespace-terminating';
  if (reason === 'NotFound' && isWithoutNamespace(status)) return 'namespace-missing';
  if (code === 409) return causes.some((cause) => cause.reason === 'FieldManagerConflict') ? 'permanent' : 'conflict';
  // The uid in the body is not the uid of the object any more: it was recreated. A failed JSON patch test is 422 as well.
  if (isFailedTest(status) || (code === 422 && causes.some((cause) => cause.field === 'metadata.uid'))) return 'conflict';
  // The server says 500 for bad input here; repeating it never helps (docs/requirements.md, the API server).
  if (isBadInput(status)) return 'permanent';
  if (code === 429 || code >= 500) return 'retry';
  return 'permanent';
}

/** A test of a JSON patch has failed: something else is there now. The server has no better words for it. */
export function isFailedTest({ code, message }: Pick<ApiStatus, 'code' | 'message'>): boolean {
  return code === 422 && FAILED_TEST.test(message);
}

/** Times that a server is asked again that has trouble of its own, and that waits for a webhook: that alone may take 10 s or 30 s. */
const ASKED_AGAIN = 4;
const WEBHOOK_ASKED_AGAIN = 1;

/**
 * The server cannot say now what it would make of an object, and asking again will hardly help within seconds: its namespace is being
 * deleted, a webhook is away. A server that is only busy (429) can say it later.
 * @param attempts made before this one
 */
export function isUnforeseeable(status: ApiStatus, attempts: number): boolean {
  const kind = classify(status);
  if (kind === 'namespace-terminating') return true;
  if (kind !== 'retry' || status.code === 429) return false;
  return attempts >= (isOfWebhook(status.message) ? WEBHOOK_ASKED_AGAIN : ASKED_AGAIN);
}

/** Trouble of the server that is that of a webhook: admission, conversion. The API tells it by text only. */
export function isOfWebhook(message: string): boolean {
  return /failed calling webhook|conversion webhook for /.test(message);
}

/** Something in the storage of the kind cannot be read by the server, now or later. The API tells it by text only. */
export function isUnreadable(message: string): boolean {
  return LOST_VERSION.test(message);
}

/** What the server says with 500 although it is about what was sent, or is stored: not about the server itself. */
function isBadInput({ code, message }: Pick<ApiStatus, 'code' | 'message'>): boolean {
  return code === 500 && (UNTYPED.test(message) || STALE_VERSION.test(message) || isUnreadable(message));
}

/** Refused for what the schema of the kind says. */
export function isOfSchema({ code, message }: ApiStatus): boolean {
  return code === 400 || code === 422 || isBadInput({ code, message });
}

/** Did the authorizer say no (and not some admission rule that may be content later)? The API tells them apart by text only. */
export function isDenied({ code, message }: ApiStatus): boolean {
  return code === 403 && / is forbidden: User "[^"]*" cannot \w+ resource /.test(message);
}

/** The no to handing out rights: the authorizer names the user and its groups first. */
const GRANTS = / is forbidden: user "[^"]*" (?:\(groups=\[[^\]]{0,20000}\]\) )?is attempting to grant RBAC permissions not currently held/;

/** Characters of a refusal that are looked at: who may not do what stands at its beginning. */
const LOOKED_AT = 40_000;

/** The user lacks a permission: to do this, or to hand out what it does not have itself. The API tells that by text only. */
export function lacksPermission({ code, message, ...status }: ApiStatus): boolean {
  const start = message.slice(0, LOOKED_AT);
  return isDenied({ ...status, code, message: start }) || (code === 403 && GRANTS.test(start));
}

/** The admission webhook or policy that said no; undefined: another rule of admission did. The API names them by text only. */
export function denierOf({ message }: ApiStatus): string | undefined {
  return /^admission webhook "([^"]+)" denied the request/.exec(message)?.[1]
    ?? / is forbidden: ValidatingAdmissionPolicy '([^']+)' with binding '[^']*' denied request/.exec(message)?.[1];
}

const QUOTED_VALUE = /, got &value\.\w+\{Value:.*/g;

/**
 * What the API server says of a Secret, without the values that it quotes: of one that is no text (a number without quotation marks) it
 * says what it got instead. Those that its validation finds wrong it hides itself.
 */
export function withoutSecrets({ apiVersion, kind }: ObjectRef, status: ApiStatus): ApiStatus {
  if (kind !== 'Secret' || apiVersion !== 'v1') return status;
  const hide = (text: string): string => text.replace(QUOTED_VALUE, ', got something else (values of a Secret are not shown)');
  const causes = status.causes.map((cause) => (cause.message === undefined ? cause : { ...cause, message: hide(cause.message) }));
  return { ...status, message: hide(status.message), causes };
}

/** The version that an entry of its managedFields is of, and that its definition no longer has; undefined: it is about something else. */
export function staleVersionOf({ message }: ApiStatus): string | undefined {
  return STALE_VERSION.exec(message)?.[1];
}

/** The version that it is stored in, and that its definition no longer has; undefined: it is about something else. */
export function lostVersionOf({ message }: ApiStatus): string | undefined {
  return LOST_VERSION.exec(message)?.[1];
}

/** The namespace that it is to be in does not exist. */
export function isWithoutNamespace({ code, message }: ApiStatus): boolean {
  return code === 404 && /^namespaces "/.test(message);
}
