/** The webhook over HTTP: `POST /compatibility-requirement-object-admission/{requirement}` with an AdmissionReview. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { JsonObject } from '../../../../api';
import { WEBHOOK_PATH } from './webhook';

/** Bytes of a review: an object and the one before, each of at most what the server takes. */
const MOST_BYTES = 8 * 1024 * 1024;

/** @param answer undefined: it is no AdmissionReview. @param onFault called with what `answer` throws */
export function reviewHandler(
  answer: (review: unknown, requirement: string) => JsonObject | undefined, onFault: (error: unknown) => void,
): RequestListener {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!path.startsWith(WEBHOOK_PATH)) return send(response, 404, 'not found\n');
    if (request.method !== 'POST') return send(response, 405, 'only POST\n');
    void bodyOf(request).then((body) => {
      if (body === undefined) return send(response, 413, 'too large\n');
      const review = parsed(body);
      const answered = review === undefined ? undefined : answer(review, decoded(path.slice(WEBHOOK_PATH.length)));
      if (answered === undefined) return send(response, 400, 'no AdmissionReview\n');
      send(response, 200, JSON.stringify(answered), 'application/json');
    }).catch((error: unknown) => {
      onFault(error);
      send(response, 500, 'failed\n');
    });
  };
}

/** Undefined: it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

function send(response: ServerResponse, status: number, text: string, contentType = 'text/plain; charset=utf-8'): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'content-type': contentType, 'content-length': Buffer.byteLength(text), 'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  response.end(text);
}
