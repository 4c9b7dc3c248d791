/** The webhook over HTTP: `POST /compatibility-requirement-object-admission/{requirement}` with an AdmissionReview. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { JsonObject } from '../../../../api';
import { WEBHOOK_PATH } from './webhook';

/** Bytes of a review: an object and the one before, each of at most what the server takes. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Bytes of all reviews that are being read. An API server sends one in a moment, so what began first is in nobody's hurry. */
const MOST_AT_ONCE = 4 * MOST_BYTES;

/** @param answer undefined: it is no AdmissionReview. @param onFault called with what `answer` throws */
export function reviewHandler(
  answer: (review: unknown, requirement: string) => JsonObject | undefined, onFault: (error: unknown) => void,
): RequestListener {
  const bodies = new Bodies();
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!path.startsWith(WEBHOOK_PATH)) return send(response, 404, 'not found\n');
    if (request.method !== 'POST') return send(response, 405, 'only POST\n');
    void bodies.read(request).then((body) => {
      if (body === undefined) return send(response, 413, 'too large\n');
      const review = parsed(body);
      const answered = review === undefined ? undefined : answer(review, decoded(path.slice(WEBHOOK_PATH.length)));
      if (answered === undefined) return send(response, 400, 'no AdmissionReview\n');
      send(response, 200, JSON.stringify(answered), 'application/json');
    }).catch((error: unknown) => {
      // What was cut off is no fault of ours, and nobody is there to hear of it.
      if (request.complete) onFault(error);
      send(response, 500, 'failed\n');
    });
  };
}

/** Bodies that are being read, within bounds for each and for all: anybody who reaches the port can begin one and not end it. */
class Bodies {
  /** Bytes of each, in the order in which they began. */
  private readonly sizes = new Map<IncomingMessage, number>();
  private total = 0;

  /** Undefined: it is too large. Rejects when it is cut off, by its client or to make room for others. */
  async read(request: IncomingMessage): Promise<string | undefined> {
    const parts: Buffer[] = [];
    this.sizes.set(request, 0);
    try {
      for await (const part of request as AsyncIterable<Buffer>) {
        const size = (this.sizes.get(request) ?? 0) + part.length;
        if (size > MOST_BYTES) return undefined;
        this.sizes.set(request, size);
        this.total += part.length;
        this.makeRoom();
        parts.push(part);
      }
      return Buffer.concat(parts).toString('utf8');
    } finally {
      this.total -= this.sizes.get(request) ?? 0;
      this.sizes.delete(request);
    }
  }

  private makeRoom(): void {
    for (const [request, size] of this.sizes) {
      if (this.total <= MOST_AT_ONCE) return;
      if (size === 0) continue;
      this.total -= size;
      this.sizes.delete(request);
      request.destroy();
    }
  }
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
