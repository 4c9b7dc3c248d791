import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** What a path answers. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** @default text/plain; charset=utf-8 */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Route = (request: IncomingMessage) => TextAnswer | Promise<TextAnswer>;

/** Serves GET and HEAD of these paths, and nothing else. What a route throws is 500 without its words: they are for the log. */
export function textHandler(routes: Readonly<Record<string, Route>>, onFault: (error: unknown) => void): RequestListener {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) return send(response, request, { status: 404, text: 'not found\n' });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(response, request, { status: 405, text: 'only GET\n', headers: { allow: 'GET, HEAD' } });
    }
    void Promise.resolve().then(() => route(request)).then((answer) => send(response, request, answer), (error: unknown) => {
      onFault(error);
      send(response, request, { status: 500, text: 'failed\n' });
    });
  };
}

function send(response: ServerResponse, request: IncomingMessage, answer: TextAnswer): void {
  const { status, text, contentType = 'text/plain; charset=utf-8', headers = {} } = answer;
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'content-type': contentType, 'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff', 'cache-control': 'no-store',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
