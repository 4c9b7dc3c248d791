/** Content over HTTP: `GET|HEAD /bundles/{name}.tgz`, for callers who may `get` that path. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { CallerCheck } from '../../process/metrics/authorize';
import type { PackedContent } from './store';

export interface ContentServerOptions {
  /** Undefined: nobody is asked who calls. */
  readonly refused: CallerCheck;
  /** The archive of a bundle; undefined: there is none of that name that was unpacked. */
  readonly content: (name: string) => Promise<PackedContent | undefined>;
  readonly onFault: (error: unknown) => void;
}

const PATH = /^\/bundles\/([a-z0-9]([-a-z0-9.]*[a-z0-9])?)\.tgz$/;

export function contentPath(name: string): string {
  return `/bundles/${name}.tgz`;
}

export function contentHandler(options: ContentServerOptions): RequestListener {
  return (request, response) => {
    request.resume();
    void answer(request, response, options).catch((error: unknown) => {
      options.onFault(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'failed\n');
    });
  };
}

async function answer(
  request: IncomingMessage, response: ServerResponse, { refused, content }: ContentServerOptions,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const name = PATH.exec(path)?.[1];
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET\n', { allow: 'GET, HEAD' });
  // Who may not read a bundle learns nothing about which there are.
  const why = await refused(path, request);
  if (why !== undefined) return refuse(response, why.status, why.text, why.headers);
  const found = name === undefined ? undefined : await content(name);
  if (found === undefined) return refuse(response, 404, 'not found\n');
  const headers = {
    'etag': `"${found.digest}"`, 'content-type': 'application/gzip', 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache',
  };
  const isKnown = request.headers['if-none-match'] === headers.etag;
  if (isKnown || request.method === 'HEAD') {
    await found.close();
    return void (isKnown ? response.writeHead(304, headers) : response.writeHead(200, { ...headers, 'content-length': found.size })).end();
  }
  response.writeHead(200, { ...headers, 'content-length': found.size });
  response.setTimeout(SILENCE_MS, () => response.destroy());
  // A caller that goes away is no fault.
  await pipeline(found.stream(), response).catch(() => response.destroy());
}

/** Milliseconds for which a caller may take nothing of an answer. */
const SILENCE_MS = 60_000;

function refuse(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(text), 'x-content-type-options': 'nosniff', ...headers,
  });
  response.end(text);
}
