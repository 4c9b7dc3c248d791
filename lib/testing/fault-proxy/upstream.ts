/**
 * Requests to the API server in the name of the caller, and what was remembered of its answers.
 */
import http, { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { defined } from '../../defined';
import { agentOf, type Upstream } from './target';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Headers that belong to one connection and not to the message; bodies are passed on uncompressed, so that they can be broken. */
const OWN_HEADERS = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-encoding', 'upgrade'];

export class Server {
  private readonly requests;
  private readonly watches;
  private readonly memory = new Map<string, Answer>();
  /** Of the last caller that had one: to remember with. */
  private authorization: string | undefined;
  private closed = false;

  constructor(private readonly upstream: Upstream) {
    this.requests = agentOf(upstream, true);
    this.watches = agentOf(upstream, false);
    if (upstream.token !== undefined) this.authorization = `Bearer ${upstream.token}`;
  }

  async exchange(request: Forwarded): Promise<Answer> {
    const message = await this.send(request, false);
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk as Buffer);
    return { status: message.statusCode ?? 0, headers: passedOn(message.headers), body: Buffer.concat(chunks) };
  }

  /** Opens a watch; its reader ends it. */
  open(request: Forwarded): Promise<IncomingMessage> {
    return this.send(request, true);
  }

  /** Reads a path now and keeps the answer, whatever it is. */
  async remember(path: string): Promise<void> {
    this.memory.set(memoryKey(path), await this.exchange({
      method: 'GET',
      path: withoutWatch(path),
      headers: { accept: 'application/json' },
      body: Buffer.alloc(0),
    }));
  }

  remembered(path: string): Answer | undefined {
    return this.memory.get(memoryKey(path));
  }

  /** What is late by now never arrives. */
  close(): void {
    this.closed = true;
    this.requests.destroy();
    this.watches.destroy();
  }

  private send({ method, path, headers, body }: Forwarded, isWatch: boolean): Promise<IncomingMessage> {
    if (this.closed) return Promise.reject(new Error('the proxy was closed'));
    const { url, tls } = this.upstream;
    this.authorization = headers.authorization ?? this.authorization;
    const sent: OutgoingHttpHeaders = {
      ...passedOn(headers),
      'host': url.host,
      ...defined({ authorization: this.authorization }),
      ...(body.length === 0 ? {} : { 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const make = url.protocol === 'https:' ? https.request : http.request;
      const base = url.pathname.replace(/\/+$/, '');
      const options = {
        host: url.hostname,
        port: url.port,
        path: base + path,
        method,
        headers: sent,
        agent: isWatch ? this.watches : this.requests,
      };
      const outgoing = make({ ...options, ...defined({ servername: tls.servername }) }, resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));
}

/** A list, a page of it and a watch of the same scope show the same objects. */
function memoryKey(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://proxy');
  return JSON.stringify([pathname, searchParams.get('labelSelector'), searchParams.get('fieldSelector')]);
}

function withoutWatch(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://proxy');
  const kept = ['labelSelector', 'fieldSelector'].flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return kept.length === 0 ? pathname : `${pathname}?${kept.join('&')}`;
}

/** The events of a streaming list that shows what a list has shown, and the version to go on from. */
export function asInitialEvents(list: Answer): { readonly text: string; readonly resourceVersion: string } {
  const { apiVersion, kind = '', metadata, items } = JSON.parse(list.body.toString()) as {
    apiVersion?: string; kind?: string; metadata?: { resourceVersion?: string }; items?: readonly object[] | null;
  };
  const resourceVersion = metadata?.resourceVersion ?? '';
  const type = { apiVersion, kind: kind.replace(/List$/, '') };
  const end = { ...type, metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } } };
  const events = [...(items ?? []).map((item) => ({ type: 'ADDED', object: { ...type, ...item } })), { type: 'BOOKMARK', object: end }];
  return { text: events.map((event) => `${JSON.stringify(event)}\n`).join(''), resourceVersion };
}
