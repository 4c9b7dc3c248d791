import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { goodCert, goodKey } from '../lib/kube/certificates';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Answers in place of the registry; true when it did. */
export type Interception = (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => boolean;
/** Changes the registry's answer on its way. */
export type Change = (path: string, answer: Buffer) => Buffer;

/** Stands before a registry, writes down what is asked, and makes trouble. */
export class Front {
  readonly seen: Seen[] = [];
  private readonly interceptions: Interception[] = [];
  private readonly changes: Change[] = [];

  private constructor(private readonly server: http.Server, private readonly target: string, private readonly port: number) {}

  /** @param target `host:port` of the registry behind it */
  static async start(target: string, tls?: { cert?: string; key?: string }): Promise<Front> {
    const server = tls === undefined ? http.createServer() : https.createServer({ cert: tls.cert ?? goodCert, key: tls.key ?? goodKey });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const front = new Front(server, target, (server.address() as AddressInfo).port);
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => front.handle(request, response));
    return front;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** `METHOD path`, in order. */
  get asked(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  intercept(interception: Interception): this {
    this.interceptions.push(interception);
    return this;
  }

  change(change: Change): this {
    this.changes.push(change);
    return this;
  }

  /** Gives the next `times` requests whose `METHOD path` fits to `answer`. */
  next(times: number, what: RegExp, answer: (response: http.ServerResponse, request: http.IncomingMessage) => void): this {
    let left = times;
    return this.intercept((request, response) => {
      if (left === 0 || !what.test(`${request.method} ${request.url}`)) return false;
      left -= 1;
      answer(response, request);
      return true;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private handle(request: http.IncomingMessage, response: http.ServerResponse): void {
    const path = request.url ?? '';
    this.seen.push({ method: request.method ?? '', path, authorization: request.headers.authorization });
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (this.interceptions.some((interception) => interception(request, response, body))) return;
      const { authorization: _, ...headers } = request.headers;
      const method = request.method ?? 'GET';
      const onward = http.request({ method, host: '127.0.0.1', port: Number(this.target.split(':')[1]), path, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const content = this.changes.reduce<Buffer>((bytes, change) => change(path, bytes), Buffer.concat(parts));
          const length = request.method === 'HEAD' ? answer.headers['content-length'] : String(content.length);
          response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...(length === undefined ? {} : { 'content-length': length }) });
          response.end(content);
        });
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  }
}

/** Demands a user and password from everybody. */
export function demandBasic(front: Front, user: string, password: string): Front {
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return front.intercept((request, response) => {
    if (request.headers.authorization === wanted) return false;
    refuse(response, 'Basic realm="registry"');
    return true;
  });
}

export function refuse(response: http.ServerResponse, challenge: string): void {
  response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' });
  response.end(JSON.stringify({ errors: [{ code: 'UNAUTHORIZED', message: 'authentication required' }] }));
}

export interface TokenService {
  readonly address: string;
  /** What was asked: query or form, and the Authorization header. */
  readonly asked: { readonly method: string; readonly parameters: URLSearchParams; readonly authorization: string | undefined }[];
  /** Tokens that are good now. */
  readonly valid: Set<string>;
  close(): Promise<void>;
}

/** Gives out tokens; `judge` says what the answer is, `undefined` for the usual one. */
export async function startTokenService(
  judge: (asked: TokenService['asked'][number]) => { status: number; body: object } | undefined = () => undefined, seconds = 300,
): Promise<TokenService> {
  const asked: TokenService['asked'] = [];
  const valid = new Set<string>();
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { searchParams } = new URL(request.url ?? '', 'http://tokens');
      const question = { method: request.method ?? '', parameters: request.method === 'POST' ? new URLSearchParams(body) : searchParams, authorization: request.headers.authorization };
      asked.push(question);
      const token = `token-${asked.length}`;
      const { status, body: answer } = judge(question) ?? { status: 200, body: { token, expires_in: seconds } };
      if (status === 200) valid.add(token);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked, valid,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Demands a token of the service from everybody. */
export function demandToken(front: Front, service: TokenService, actions = 'pull'): Front {
  return front.intercept((request, response) => {
    const [, repository = ''] = /^\/v2\/(.+?)\/(?:manifests|blobs|tags)\//.exec(request.url ?? '') ?? [];
    if (service.valid.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return false;
    refuse(response, `Bearer realm="${service.address}",service="registry.test",scope="repository:${repository}:${actions}"`);
    return true;
  });
}
