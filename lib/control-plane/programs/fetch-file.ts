import { BoxcutterError, messageOf } from '../../errors';
import { HttpClient, NetworkFailure, type Answer } from '../../net';
import { userAgent } from '../../version';
import type { Environment } from '../places';
import { insist, type Attempt } from '../../net/attempts';
import { megabytes, reportWhile, type ProgressListener } from './progress';

export interface FetchOptions extends ProgressListener {
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which an attempt counts as failed; default 5 seconds. */
  readonly patience?: number;
  /** Milliseconds before each further attempt, after failures of the network; default 1 s, 5 s. */
  readonly pauses?: readonly number[] | undefined;
}

/** Short ones: what cannot be downloaded is built. */
const PAUSES: readonly number[] = [1_000, 5_000];

/** No program is larger. */
const MAX_BYTES = 512 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** The server is there, and may answer better next time. */
class PassingRefusal extends Error {}

/** Codes of network and client for which another attempt is in vain: broken off by the caller, or never any better. */
const LASTING = /^(ABORTED|TOO_LARGE|ADDRESS_REFUSED|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;

/**
 * Downloads a file, its server verified whatever the environment says. Redirects are followed, but never from https to http. What the
 * network, or an answer 429 or 5xx, spoils is tried again from the start.
 *
 * @param what names it in reports: `etcd`
 * @throws BoxcutterError `download-failed`, `interrupted`
 */
export async function fetchFile(url: string, what: string, options: FetchOptions): Promise<Buffer> {
  const { signal, pauses = PAUSES, onProgress } = options;
  const onRetry = (reason: string, next: string): void => onProgress?.(`the download of ${what} failed (${reason}); ${next}`);
  const { last, attempts } = await insist(() => fetchOnce(url, what, options), { pauses, signal, onRetry });
  if (last.type === 'done') return last.value;
  if (signal?.aborted === true) throw interrupted(url);
  const often = attempts === 1 ? '' : `, ${attempts} times`;
  throw new BoxcutterError('download-failed', 'server', `${url} could not be downloaded${often}: ${last.reason}.`, { details: { url } });
}

async function fetchOnce(url: string, what: string, options: FetchOptions): Promise<Attempt<Buffer>> {
  const { env, signal, patience = 5_000 } = options;
  const isNamed = (host: string): boolean => URL.canParse(url) && host === new URL(url).host;
  const client = new HttpClient({ authorities: () => undefined, env, connectMs: patience, silenceMs: patience, isNamed });
  let received = 0;
  let total: number | undefined;
  const stop = reportWhile(options, () => {
    const of = total === undefined ? '' : ` of ${megabytes(total)}`;
    return `downloading ${what}: ${megabytes(received)}${of} MB`;
  });
  try {
    const answer = await follow(client, new URL(url), signal);
    const length = Number(answer.headers['content-length']);
    if (Number.isInteger(length) && length > 0) total = length;
    return { type: 'done', value: await answer.read(MAX_BYTES, (size) => (received = size)) };
  } catch (cause) {
    if (cause instanceof NetworkFailure && cause.code === 'ABORTED') throw interrupted(url);
    const mayPass = cause instanceof PassingRefusal || (cause instanceof NetworkFailure && !LASTING.test(cause.code));
    if (mayPass) return { type: 'failed', reason: messageOf(cause) };
    throw new BoxcutterError('download-failed', 'server', `${url} could not be downloaded: ${messageOf(cause)}.`, {
      cause, details: { url },
    });
  } finally {
    stop();
  }
}

function interrupted(url: string): BoxcutterError {
  return new BoxcutterError('interrupted', 'interrupted', `Interrupted while downloading ${url}.`);
}

async function follow(client: HttpClient, start: URL, signal: AbortSignal | undefined): Promise<Answer> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await client.send({ method: 'GET', url, headers: { 'user-agent': userAgent() }, signal });
    if (answer.status === 200) return answer;
    answer.discard();
    const { location } = answer.headers;
    if (answer.status === 429 || answer.status >= 500) throw new PassingRefusal(`the server answered ${answer.status}`);
    if (!REDIRECTS.has(answer.status) || location === undefined) throw new Error(`the server answered ${answer.status}`);
    const next = new URL(location, url);
    if (next.protocol !== url.protocol && next.protocol !== 'https:') throw new Error(`the server redirects to ${next.host} without TLS`);
    url = next;
  }
  throw new Error(`the server redirects more than ${MAX_REDIRECTS} times`);
}
