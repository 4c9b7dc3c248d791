/**
 * The API server as helm sees it. Requests are sent on our own connection, as whoever the extension acts as, and each write asks the fence:
 * helm has no credentials. What helm stores of releases stays here: a tenant of a namespace would write what helm then reads and does.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KubeCluster } from '../../kube';
import { type FrontAnswer, type HelmStorage, statusOf } from './storage';

export interface FrontOptions {
  readonly cluster: Pick<KubeCluster, 'forward'>;
  /** Whom requests are sent as. @default who the connection acts as */
  readonly user?: string;
  readonly storage: HelmStorage;
}

export interface Front {
  /** Text of a kubeconfig that leads here. */
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Bytes of a request: more than the API server takes. */
const MAX_BODY = 16 * 1024 * 1024;

export async function openFront({ cluster, user, storage }: FrontOptions): Promise<Front> {
  const token = randomBytes(32).toString('hex');
  const server = http.createServer((request, response) => {
    answer(request).then(({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType }).end(body))
      .catch((error: unknown) => failed(response, error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    kubeconfig: kubeconfigOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}`),
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };

  async function answer(request: IncomingMessage): Promise<FrontAnswer> {
    const { method = 'GET', url = '', headers } = request;
    // In the path: over plain HTTP helm sends no credentials.
    const path = url.slice(token.length + 1);
    const isHelm = isToken(url.slice(1, token.length + 1), token) && path.startsWith('/');
    if (!isHelm) return statusOf(401, 'Unauthorized', 'this is for helm alone');
    const body = await bodyOf(request);
    const stored = storage.answer(method, path);
    if (stored !== undefined) return stored;
    if (!isMethod(method) || /[?&]watch=(true|1)\b/.test(path)) return statusOf(405, 'MethodNotAllowed', `${method} ${path}`);
    const { accept, 'content-type': contentType = 'application/json' } = headers;
    if (isBinary(contentType)) return statusOf(415, 'UnsupportedMediaType', contentType);
    const outcome = await cluster.forward({
      method, path, accept: asText(accept), ...(body === '' ? {} : { body, contentType }),
    }, user);
    return 'status' in outcome ? outcome : statusOf(503, 'ServiceUnavailable', outcome.message);
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function isMethod(method: string): method is typeof METHODS[number] {
  return METHODS.some((one) => one === method);
}

function isToken(text: string, token: string): boolean {
  const [said, wanted] = [Buffer.from(text), Buffer.from(token)];
  return said.length === wanted.length && timingSafeEqual(said, wanted);
}

/** What is passed on is text. */
function isBinary(mediaType: string): boolean {
  return /protobuf|cbor/.test(mediaType);
}

function asText(accept = ''): string {
  const kept = accept.split(',').filter((one) => !isBinary(one)).join(',');
  return kept === '' ? 'application/json' : kept;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function failed(response: ServerResponse, error: unknown): void {
  const { status, contentType, body } = statusOf(500, 'InternalError', error instanceof Error ? error.message : String(error));
  response.writeHead(status, { 'content-type': contentType }).end(body);
}

function kubeconfigOf(server: string): string {
  return JSON.stringify({
    'apiVersion': 'v1', 'kind': 'Config', 'current-context': 'it', 'contexts': [{ name: 'it', context: { cluster: 'it', user: 'it' } }],
    'clusters': [{ name: 'it', cluster: { server } }], 'users': [{ name: 'it', user: {} }],
  });
}
