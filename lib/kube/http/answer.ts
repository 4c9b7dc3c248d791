import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import type { Answer, ApiStatus, StreamProblem } from '../../engine/ports';
import { retryAfter, type Outcome } from './client';
import { ConnectionFailure } from './failure';
import type { HttpResponse } from './request';

/** What was asked: the same answer means different things for different questions. */
export type Intent = 'get' | 'apply' | 'patch' | 'delete' | 'create' | 'replace';

interface Status {
  readonly kind: 'Status';
  readonly status?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: {
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
    readonly retryAfterSeconds?: number;
  };
}

/**
 * What an HTTP outcome means. Whatever leaves open whether a write was stored is `lost`; for reads, and for dry runs, `lost` is having no
 * answer.
 */
export function answerOf(outcome: Outcome, intent: Intent, isDryRun = false): Answer {
  if (outcome instanceof ConnectionFailure) return { type: 'lost', message: outcome.message };
  const body = parse(outcome.body);
  if (outcome.status >= 200 && outcome.status < 300) return success(outcome, body, intent);
  const status = apiStatus(outcome, body);
  if (outcome.status === 404) {
    if (isUnserved(outcome, body)) return { type: 'unserved' };
    return intent === 'get' || intent === 'delete' || intent === 'patch' ? { type: 'gone' } : { type: 'refused', status };
  }
  const writes = intent !== 'get' && !isDryRun;
  return writes && mayBeStored(outcome, body, status) ? { type: 'lost', message: status.message } : { type: 'refused', status };
}

/** Why a collection cannot be listed or watched. It has no "object not found": 404 says that the kind is not there. */
export function collectionProblem(outcome: Outcome): StreamProblem {
  const answer = answerOf(outcome, 'get');
  return answer.type === 'object' || answer.type === 'gone' ? { type: 'unserved' } : answer;
}

/** The failure of a response; text answers (of proxies, of Go's router) are put in words too. */
export function statusOf(response: HttpResponse): ApiStatus {
  return apiStatus(response, parse(response.body));
}

export function unservedMessage(apiVersion: string, kind: string): string {
  return `The API server does not serve the kind ${kind} of ${apiVersion}.`;
}

function success(response: HttpResponse, body: unknown, intent: Intent): Answer {
  if (isStatus(body)) return intent === 'delete' ? { type: 'gone' } : { type: 'refused', status: apiStatus(response, body) };
  if (!isObject(body)) return { type: 'lost', message: 'the answer is not a Kubernetes object' };
  // Some kinds' deletion answers the object as it last was: without deletionTimestamp nothing holds it back, so it is gone.
  if (intent === 'delete' && body.metadata.deletionTimestamp === undefined) return { type: 'gone' };
  return { type: 'object', object: body, created: response.status === 201 };
}

/** The path itself is unknown: Go's router says so in plain text, an API server behind the aggregator with a general Status. */
function isUnserved(response: HttpResponse, body: unknown): boolean {
  return !isStatus(body) || (body.reason === 'NotFound' && body.message === 'the server could not find the requested resource')
    || response.body === '';
}

const STORAGE_TROUBLE = /etcdserver|time(d)? ?out|deadline exceeded|leader changed|context canceled|connection re(fused|set)|\bEOF\b/i;

/**
 * A failure that may follow a commit: the server's own deadline (504, reason Timeout), a storage that did not answer in time, an
 * intermediary's 502. An admission webhook that times out is none of these: it is asked before anything is stored. Neither are conversion
 * and typing errors.
 */
function mayBeStored(response: HttpResponse, body: unknown, status: ApiStatus): boolean {
  if ([408, 502, 503, 504].includes(response.status)) return true;
  if (response.status < 500) return false;
  if (!isStatus(body) || status.reason === 'Timeout' || status.reason === 'ServerTimeout') return true;
  if (/failed calling webhook|failed to create typed patch object|failed to convert new object/.test(status.message)) return false;
  return STORAGE_TROUBLE.test(status.message);
}

/** The failure that an ERROR event of a watch carries; 500 when it says nothing that can be understood. */
export function statusOfBody(body: unknown): ApiStatus {
  return fieldsOf(isStatus(body) ? body : undefined, 500, 'the watch ended with an error that the server does not explain', undefined);
}

function apiStatus(response: HttpResponse, body: unknown): ApiStatus {
  const found = isStatus(body) ? body : undefined;
  return fieldsOf(found, response.status, found?.message || plainText(response), retryAfter(response));
}

function fieldsOf(found: Status | undefined, code: number, message: string, retryAfterSeconds: number | undefined): ApiStatus {
  const retry = found?.details?.retryAfterSeconds || retryAfterSeconds;
  return {
    code: found?.code ?? code,
    reason: found?.reason ?? '',
    message: found?.message || message,
    causes: found?.details?.causes ?? [],
    ...defined({ retryAfterSeconds: retry }),
  };
}

/** Of an HTML page (of a proxy) only the start is shown, without the tags. */
function plainText(response: HttpResponse): string {
  const text = response.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 300);
  return `HTTP status ${response.status}${text === '' ? '' : `: ${text}`}`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function isStatus(body: unknown): body is Status {
  return typeof body === 'object' && body !== null && (body as Status).kind === 'Status';
}

function isObject(body: unknown): body is KubeObject {
  return typeof body === 'object' && body !== null && typeof (body as KubeObject).metadata === 'object'
    && (body as KubeObject).metadata !== null;
}
