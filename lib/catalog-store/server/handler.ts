/**
 * The HTTP API of catalogd: `GET|HEAD /catalogs/{name}/api/v1/all` and `/metas?schema=&package=&name=`. Everything is sent as it is read,
 * as fast as the client takes it, so a client costs some 200 KB of memory, however large the catalog.
 */
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { keepPace, type Pace } from '../../net';
import { acceptsGzip, compressedTag, isUnchanged, rangeOf, type Validator } from './conditions';
import { type Route, routeOf } from './route';
import type { CatalogShelf, ServedCatalog } from './shelf';
import { Turns } from './turns';

export interface HandlerOptions {
  /** How slowly a client may read before it is cut off. */
  readonly pace?: Pace | undefined;
  /** What went wrong on this side while a request was answered. The client has got a 500, or half of it. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Each takes a quarter of a megabyte. What would be more is sent as it is. */
const MOST_COMPRESSING = 64;

/** Upstream compresses what has at least so many bytes. */
const WORTH_COMPRESSING = 1400;

/** A minute for whatever is asked, then 16 KiB a second on average, and an hour at most. */
const PACE: Pace = { graceMs: 60_000, bytesPerSecond: 16_384, mostMs: 3_600_000 };

export function catalogHandler(shelf: CatalogShelf, options: HandlerOptions = {}): RequestListener {
  const turns = new Turns();
  const context: Context = { shelf, ...options, compressing: { now: 0 } };
  return (request, response) => {
    // A body means nothing here. One that is still being sent would keep the connection busy.
    request.resume();
    void turns.begin(request, response).then((isTurn) => (isTurn ? serve(request, response, context) : undefined));
  };
}

/** What the requests of a server have in common. */
interface Context extends HandlerOptions {
  readonly shelf: CatalogShelf;
  /** How many answers are compressed on the way. */
  readonly compressing: { now: number };
}

async function serve(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const { pace = PACE, onFault = () => {} } = context;
  const keeper = keepPace(pace, () => response.destroy());
  try {
    await answer(request, response, context, (bytes) => keeper.moved(bytes));
  } catch (error) {
    if (isAboutClient(error) || response.destroyed) return;
    onFault(error);
    if (response.headersSent) response.destroy();
    else refuse(response, { type: 'refused', status: 500 });
  } finally {
    keeper.end();
  }
}

/** The client has gone, or was too slow. */
function isAboutClient(error: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function answer(
  request: IncomingMessage, response: ServerResponse, { shelf, compressing }: Context, moved: (bytes: number) => void,
): Promise<void> {
  const route = routeOf(request.method ?? '', request.url ?? '');
  if (route.type === 'refused') return refuse(response, route);
  const served = shelf.get(route.catalog);
  if (served === undefined) return refuse(response, { type: 'refused', status: 404 });
  const release = served.stored.retain();
  try {
    const content = await contentFor(served, route, request, compressing.now < MOST_COMPRESSING);
    response.writeHead(content.status, content.headers);
    if (request.method === 'HEAD' || content.body === undefined) return void response.end();
    const body = counted(content.body, moved);
    if (content.compress !== true) return await pipeline(body, response);
    compressing.now += 1;
    try {
      await pipeline(body, createGzip(), response);
    } finally {
      compressing.now -= 1;
    }
  } finally {
    release();
  }
}

interface Content {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: AsyncIterable<Buffer>;
  /** Compress it on the way. */
  readonly compress?: boolean;
}

async function contentFor(
  { stored, since }: ServedCatalog, { query }: Extract<Route, { type: 'catalog' }>, { headers: asked }: IncomingMessage,
  mayCompress: boolean,
): Promise<Content> {
  const validator: Validator = { etag: `"${stored.sha256}"`, since };
  const common = { 'last-modified': since.toUTCString(), 'vary': 'Accept-Encoding' };
  if (isUnchanged(asked, validator)) return { status: 304, headers: { ...common, etag: validator.etag } };
  const sections = await stored.sections(query);
  const size = sections.reduce((sum, [, length]) => sum + length, 0);
  const isWhole = size === stored.size;
  const plain = { ...common, 'content-type': 'application/jsonl', 'etag': validator.etag };
  const range = isWhole ? rangeOf(asked, size, validator) : 'whole';
  if (range === 'unsatisfiable') return { status: 416, headers: { ...common, 'content-range': `bytes */${size}`, 'content-length': 0 } };
  if (range !== 'whole') {
    const { start, length } = range;
    const contentRange = `bytes ${start}-${start + length - 1}/${size}`;
    const headers = { ...plain, 'accept-ranges': 'bytes', 'content-range': contentRange, 'content-length': length };
    return { status: 206, headers, body: stored.read([[start, length]]) };
  }
  if (size >= WORTH_COMPRESSING && acceptsGzip(asked['accept-encoding'])) {
    const headers = { ...plain, 'etag': compressedTag(validator.etag), 'content-encoding': 'gzip' };
    if (isWhole && stored.compressedSize !== undefined) {
      return { status: 200, headers: { ...headers, 'content-length': stored.compressedSize }, body: stored.readCompressed() };
    }
    if (mayCompress) return { status: 200, headers, body: stored.read(sections), compress: true };
  }
  const ranges = isWhole ? { 'accept-ranges': 'bytes' } : {};
  return { status: 200, headers: { ...plain, ...ranges, 'content-length': size }, body: stored.read(sections) };
}


/** What is read for a client has been taken by it, but for a few buffers. */
function counted(body: AsyncIterable<Buffer>, moved: (bytes: number) => void): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of body) {
      yield piece;
      moved(piece.length);
    }
  };
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 64 * 1024 });
}

const PHRASES = { 400: 'Bad Request', 404: 'Not Found', 405: 'Method Not Allowed', 500: 'Internal Server Error' } as const;

interface Refusal {
  readonly type: 'refused';
  readonly status: keyof typeof PHRASES;
  readonly why?: string;
}

function refuse(response: ServerResponse, { status, why }: Refusal): void {
  const text = `${status} ${PHRASES[status]}${why === undefined ? '' : `: ${why}`}\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'content-length': Buffer.byteLength(text),
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(text);
}
