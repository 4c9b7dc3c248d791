import { BoxcutterError, messageOf } from '../../errors';
import { HttpClient, NetworkFailure, type Answer } from '../../net';
import { userAgent } from '../../version';
import type { Environment } from '../places';

export interface FetchOptions {
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. */
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which a download counts as failed; default 5 seconds. */
  readonly patience?: number;
}

/** No program is larger. */
const MAX_BYTES = 512 * 1024 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/**
 * Downloads a file, its server verified whatever the environment says. Redirects are followed, but never from https to http.
 * @throws BoxcutterError `download-failed`, `interrupted`
 */
export async function fetchFile(url: string, options: FetchOptions): Promise<Buffer> {
  const { env, signal, patience = 5_000 } = options;
  const client = new HttpClient({ authorities: () => undefined, env, connectMs: patience, silenceMs: patience });
  try {
    const answer = await follow(client, new URL(url), signal);
    return await answer.read(MAX_BYTES);
  } catch (cause) {
    if (cause instanceof NetworkFailure && cause.code === 'ABORTED') {
      throw new BoxcutterError('interrupted', 'interrupted', `Interrupted while downloading ${url}.`);
    }
    throw new BoxcutterError('download-failed', 'server', `${url} could not be downloaded: ${messageOf(cause)}.`, {
      cause, details: { url },
    });
  }
}

async function follow(client: HttpClient, start: URL, signal: AbortSignal | undefined): Promise<Answer> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await client.send({ method: 'GET', url, headers: { 'user-agent': userAgent() }, signal });
    if (answer.status === 200) return answer;
    answer.discard();
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.status) || location === undefined) throw new Error(`the server answered ${answer.status}`);
    const next = new URL(location, url);
    if (next.protocol !== url.protocol && next.protocol !== 'https:') throw new Error(`the server sends us to ${next.host} without TLS`);
    url = next;
  }
  throw new Error(`the server sends us on and on, more than ${MAX_REDIRECTS} times`);
}
