/**
 * Answers that API servers give under trouble, made by the proxy itself.
 */
import { defined } from '../../defined';

/** One of the usual ones, or any code with reason and message. */
export type CannedAnswer =
  /** 409: the object is not in the version that the write names. */
  | { readonly type: 'conflict' }
  /** 409: another field manager owns a field, as for an apply without force. */
  | { readonly type: 'field-manager-conflict' }
  /** 409: the object to be created exists. */
  | { readonly type: 'already-exists' }
  /** 410: the version or the page asked for is too old. */
  | { readonly type: 'expired' }
  /** 429, with the header `Retry-After`. */
  | { readonly type: 'too-many-requests'; readonly retryAfterSeconds: number }
  /** 500, of etcd. */
  | { readonly type: 'internal-error' }
  /** 503, as while an API server starts or stops. */
  | { readonly type: 'unavailable' }
  /** 504, of the server: whether the write was done stays open. */
  | { readonly type: 'gateway-timeout' }
  | { readonly type: 'status'; readonly code: number; readonly reason: string; readonly message: string };

interface Parts {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: object;
}

const FORMS: Readonly<Record<Exclude<CannedAnswer['type'], 'too-many-requests' | 'status'>, Parts>> = {
  'conflict': {
    code: 409,
    reason: 'Conflict',
    message: 'the object has been modified; please apply your changes to the latest version and try again',
  },
  'field-manager-conflict': {
    code: 409, reason: 'Conflict', message: 'Apply failed with 1 conflict: conflict with "other-client": .data.value',
    details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "other-client"', field: '.data.value' }] },
  },
  'already-exists': { code: 409, reason: 'AlreadyExists', message: 'the object already exists' },
  'expired': { code: 410, reason: 'Expired', message: 'The resourceVersion for the provided watch is too old.' },
  'internal-error': { code: 500, reason: 'InternalError', message: 'etcdserver: leader changed' },
  'unavailable': { code: 503, reason: 'ServiceUnavailable', message: 'apiserver is shutting down' },
  'gateway-timeout': { code: 504, reason: 'Timeout', message: 'request did not complete within the allotted timeout' },
};

export interface StatusAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A `Status` of the API. */
  readonly body: string;
}

export function statusOf(answer: CannedAnswer): StatusAnswer {
  const { code, reason, message, details } = partsOf(answer);
  const retry: Record<string, string> = answer.type === 'too-many-requests' ? { 'retry-after': String(answer.retryAfterSeconds) } : {};
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, ...defined({ details }), code };
  return { code, headers: { 'content-type': 'application/json', ...retry }, body: JSON.stringify(status) };
}

function partsOf(answer: CannedAnswer): Parts {
  if (answer.type === 'status') return answer;
  if (answer.type !== 'too-many-requests') return FORMS[answer.type];
  const { retryAfterSeconds } = answer;
  return { code: 429, reason: 'TooManyRequests', message: 'too many requests, please try again later', details: { retryAfterSeconds } };
}
