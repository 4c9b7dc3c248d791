/** The content of a URL: bounded, encrypted on all of its way, and what its pin says. */
import { createHash } from 'node:crypto';
import { BoxcutterError, messageOf } from '../../errors';
import { HttpClient, NetworkFailure, type Answer } from '../../net';
import { insist, type Attempt } from '../../net/attempts';
import { userAgent } from '../../version';
import { isSafe, type Address } from './address';

export interface DownloadOptions {
  readonly onNote: (note: string) => void;
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read. @default that of the process */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds before each further attempt. @default 1 s, 5 s */
  readonly pauses?: readonly number[];
  /** Bytes. @default 64 MiB */
  readonly limit?: number;
  /** The header of that name. It is sent to the server of the URL, and to none that it redirects to. */
  readonly authorization?: string | undefined;
  /** Which addresses are not asked, not even where the URL names them: then another than the user of this machine has written it. */
  readonly refuses?: ((address: string) => boolean) | undefined;
  /** Breaks it off. */
  readonly signal?: AbortSignal | undefined;
}

/** More than any chart or manifest has. */
const LIMIT = 64 * 1024 * 1024;
const PAUSES: readonly number[] = [1_000, 5_000];
const PATIENCE_MS = 15_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

/** Another attempt is in vain: the answer is too large, or the server is not who it should be. */
const LASTING = /^(ABORTED|TOO_LARGE|ADDRESS_REFUSED|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|ENOTFOUND|ECONNREFUSED)/;

/**
 * Without a pin, a note says how to pin.
 * @throws BoxcutterError `download-failed` (server); `url-differs` (input) where the content is not what the pin says
 */
export async function download(address: Address, options: DownloadOptions): Promise<Buffer> {
  const { shown, sha256 } = address;
  const { onNote, pauses = PAUSES } = options;
  const onRetry = (reason: string, next: string): void => onNote(`The download of ${shown} failed (${reason}); ${next}.`);
  const { last } = await insist(() => attempt(address, options), { pauses, onRetry });
  if (last.type === 'failed') throw failed(shown, last.reason);
  const found = createHash('sha256').update(last.value).digest('hex');
  if (sha256 === undefined) onNote(`${shown} is not pinned: its content may change. To pin it, add #sha256=${found}`);
  else if (found !== sha256) {
    throw new BoxcutterError('url-differs', 'input', `${shown} is not what its pin says: its SHA-256 is ${found}.`, {
      hint: 'Check what has changed before you pin it again.',
    });
  }
  return last.value;
}

async function attempt(
  { url, shown }: Address, { env = process.env, limit = LIMIT, authorization, refuses, signal }: DownloadOptions,
): Promise<Attempt<Buffer>> {
  const isNamed = (host: string): boolean => refuses === undefined && host === url.host;
  const client = new HttpClient({ authorities: () => undefined, env, connectMs: PATIENCE_MS, silenceMs: PATIENCE_MS, isNamed, refuses });
  try {
    const answer = await follow(client, url);
    if (answer.status === 200) return { type: 'done', value: await answer.read(limit) };
    answer.discard();
    const reason = `the server answered ${answer.status}`;
    if (answer.status === 429 || answer.status >= 500) return { type: 'failed', reason };
    throw failed(shown, reason);
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    if (LASTING.test(error.code)) throw failed(shown, messageOf(error), error);
    return { type: 'failed', reason: messageOf(error) };
  }

  /** Only the host of where a server sends us is named: the rest may be a token. */
  async function follow(http: HttpClient, start: URL): Promise<Answer> {
    let at = start;
    // A server that sends us back would choose what we ask for in the name of the caller.
    let isOurs = true;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      isOurs &&= at.origin === start.origin;
      const own = authorization !== undefined && isOurs ? { authorization } : {};
      const answer = await http.send({ method: 'GET', url: at, headers: { 'user-agent': userAgent(), ...own }, signal });
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
      answer.discard();
      if (!URL.canParse(location, at.href)) throw failed(shown, 'the server redirects to something that is not a URL');
      const next = new URL(location, at);
      // What began encrypted stays so, also on the way to this machine.
      const isWorse = at.protocol === 'https:' && next.protocol !== 'https:';
      if (isWorse || !isSafe(next)) throw failed(shown, `the server redirects to ${next.host || next.protocol}, which is not encrypted`);
      at = next;
    }
    throw failed(shown, `the server redirects more than ${MAX_REDIRECTS} times`);
  }
}

function failed(shown: string, reason: string, cause?: unknown): BoxcutterError {
  return new BoxcutterError('download-failed', 'server', `${shown} could not be downloaded: ${reason}.`, { cause });
}
