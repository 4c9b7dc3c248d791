/** Fetching a whole catalog from a server into a file: bounded in size, time and redirects, and whole or not at all. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CATALOG_LIMITS } from '../../catalog';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../errors';
import { type Answer, HttpClient, isLoopback, NetworkFailure } from '../../net';
import { userAgent } from '../../version';
import type { Validators } from '../store/names';
import { answered, refused, unreachable } from './problem';

export interface DownloadOptions {
  /** What the server said last time; only when its content is still here. */
  readonly validators?: Validators | undefined;
  /** Certificates of authorities (PEM) for a host, beside those that Node knows. */
  readonly authorities: (url: URL) => string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Bytes of a catalog, as it is unpacked. @default 1 GiB */
  readonly limit?: number | undefined;
  /** Milliseconds without a byte. @default 30 s */
  readonly silenceMs?: number | undefined;
}

export type Downloading =
  | { readonly type: 'unchanged' }
  | { readonly type: 'content'; readonly validators: Validators; save(file: string): Promise<void> };

/** What servers call lines of JSON; catalogd says the first. */
const TYPES: readonly string[] = ['application/jsonl', 'application/x-ndjson', 'application/json-lines', 'application/x-jsonlines'];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;
/** Unpacked bytes for each compressed one, above a size where it matters; JSON that repeats itself reaches 60. */
const MAX_RATIO = 200;
const UNPACKED_ALWAYS = 16 * 1024 * 1024;

/**
 * Asks for a catalog, if it has changed.
 * @throws BoxcutterError `catalog-server`, `catalog-server-tls` (server), `catalog-not-found` (input), `interrupted`
 */
export async function requestCatalog(url: URL, options: DownloadOptions): Promise<Downloading> {
  const { authorities, env, silenceMs = 30_000 } = options;
  const client = new HttpClient({ authorities, env, connectMs: CONNECT_MS, silenceMs, isNamed: (host) => host === url.host });
  const answer = await follow(client, url, options);
  const { status, headers } = answer;
  const { etag, lastModified } = options.validators ?? {};
  if (status === 304 && (etag ?? lastModified) !== undefined) {
    answer.discard();
    return { type: 'unchanged' };
  }
  if (status !== 200) {
    answer.discard();
    throw refused(url, status);
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'nothing';
  if (!TYPES.includes(type)) {
    answer.discard();
    throw answered(url, `it is ${JSON.stringify(type.slice(0, 100))} and not application/jsonl`);
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    answer.discard();
    throw answered(url, `it is compressed with ${JSON.stringify(encoding.slice(0, 100))}, which the client did not ask for`);
  }
  return {
    type: 'content',
    validators: defined({ etag: headers.etag, lastModified: headers['last-modified'] }),
    save: async (file) => save(url, answer, encoding === 'gzip', file, options),
  };
}

async function follow(client: HttpClient, start: URL, { validators, signal }: DownloadOptions): Promise<Answer> {
  const headers = {
    'user-agent': userAgent(), 'accept': 'application/jsonl', 'accept-encoding': 'gzip',
    ...defined({ 'if-none-match': validators?.etag, 'if-modified-since': validators?.lastModified }),
  };
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const answer = await client.send({ method: 'GET', url, headers, signal }).catch((error: unknown) => {
      throw error instanceof NetworkFailure ? unreachable(error, url) : error;
    });
    if (!REDIRECTS.has(answer.status)) return answer;
    answer.discard();
    const { location } = answer.headers;
    if (location === undefined || !URL.canParse(location, url.href)) {
      throw answered(start, 'it redirects, but does not say where to');
    }
    const next = new URL(location, url);
    if (!/^https?:$/.test(next.protocol)) throw answered(start, `it redirects to an address of the form ${next.protocol.slice(0, 20)}…`);
    // What began encrypted stays so, and what did not stays on this machine.
    const isLocal = next.protocol === 'http:' && url.protocol === 'http:' && isLoopback(next.hostname.replace(/^\[|\]$/g, ''));
    if (next.protocol !== 'https:' && !isLocal) throw answered(start, `it redirects to ${next.host} without TLS`);
    url = next;
  }
  throw answered(start, `it redirects more than ${MAX_REDIRECTS} times`);
}

async function save(url: URL, answer: Answer, compressed: boolean, file: string, options: DownloadOptions): Promise<void> {
  const { limit = CATALOG_LIMITS.total } = options;
  let received = 0;
  const counting = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      received += piece.length;
      yield piece;
    }
  };
  const bounded = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const piece of pieces) {
      size += piece.length;
      if (size > limit) throw answered(url, `it has more than ${Math.floor(limit / 1024 / 1024)} MiB`);
      if (size > UNPACKED_ALWAYS && size > received * MAX_RATIO) throw answered(url, 'it unpacks to far more than a catalog does');
      yield piece;
    }
  };
  const body = answer.stream(limit);
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  try {
    await (compressed ? pipeline(body, counting, createGunzip(), bounded, target) : pipeline(body, counting, bounded, target));
  } catch (error) {
    if (isBoxcutterError(error)) throw error;
    if (error instanceof NetworkFailure) throw unreachable(error, url);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_')) throw answered(url, `what it has compressed is damaged or cut off (${messageOf(error)})`);
    throw new BoxcutterError('catalog-store', 'server', `The catalog could not be written to ${file}: ${messageOf(error)}.`, {
      hint: 'Check permissions and space there.', cause: error,
    });
  }
}
