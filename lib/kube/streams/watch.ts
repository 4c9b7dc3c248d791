import { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { KubeObject } from '../../api';
import type { ApiStatus, ObserveScope, ServedKind } from '../../engine/ports';
import { scopePath, statusOfBody, type Client, type Outcome } from '../http';
import type { Timing } from '../timing';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubeObject;
}

/** How a watch came to its end. */
export type WatchEnd =
  /** The server did not open it. */
  | { readonly type: 'refused'; readonly outcome: Outcome }
  /** Closed by the server or the network, or a line that cannot be read: go on from the last known version. */
  | { readonly type: 'ended' }
  /** No byte for too long. */
  | { readonly type: 'silent' }
  /** The server no longer knows the version we are at (410 Gone, Expired): list again. */
  | { readonly type: 'expired' }
  /** Any other ERROR event: the server has trouble now, and what we know stays as good as it was. */
  | { readonly type: 'error'; readonly status: ApiStatus }
  /** A line without end, or longer than any object can be. */
  | { readonly type: 'oversized' };

export interface WatchReceiver {
  opened(): void;
  /** `stop` ends the watch. */
  event(event: WatchEvent): 'go on' | 'stop';
}

/** Where to watch a scope. The server ends the watch after five to ten minutes. */
export function watchPath(kind: ServedKind, scope: ObserveScope, timing: Timing, parameters: Readonly<Record<string, string>>): string {
  const timeoutSeconds = String(300 + Math.floor(timing.random() * 300));
  return scopePath(kind, scope, { watch: '1', allowWatchBookmarks: 'true', timeoutSeconds, ...parameters });
}

/**
 * Runs one watch to its end: a connection of its own, a JSON document a line. Never throws. `signal` ends it at once.
 * `silenceMs` gives how long the server may be silent now.
 */
export async function watchOnce(
  client: Client, path: string, timing: Timing, silenceMs: () => number, signal: AbortSignal, receiver: WatchReceiver,
): Promise<WatchEnd> {
  const message = await client.stream({ method: 'GET', path, verb: 'watch', repeatable: true }, signal);
  if (!(message instanceof IncomingMessage)) return { type: 'refused', outcome: message };
  receiver.opened();
  return new Promise((resolve) => {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let over = false;
    const finish = (end: WatchEnd): void => {
      if (over) return;
      over = true;
      rest = '';
      clearTimeout(timer);
      message.destroy();
      resolve(end);
    };
    const listen = (): NodeJS.Timeout => setTimeout(() => finish({ type: 'silent' }), silenceMs());
    let timer = listen();
    const read = (text: string): void => {
      // Only the new part can hold the end of the line.
      if (!text.includes('\n')) {
        rest += text;
        if (rest.length > timing.lineLength) finish({ type: 'oversized' });
        return;
      }
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (over || signal.aborted) return;
        if (line === '') continue;
        const event = parseEvent(line);
        if (!('object' in event)) return finish(event);
        if (receiver.event(event) === 'stop') return finish({ type: 'ended' });
      }
    };
    message.on('data', (chunk: Buffer) => {
      if (over) return;
      clearTimeout(timer);
      read(decoder.write(chunk));
      if (!over) timer = listen();
    });
    for (const end of ['end', 'close', 'error']) message.on(end, () => finish({ type: 'ended' }));
  });
}

const KNOWN = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

function parseEvent(line: string): WatchEvent | WatchEnd {
  try {
    const event = JSON.parse(line) as Partial<WatchEvent> | { readonly type: 'ERROR'; readonly object?: unknown } | null;
    if (event?.type === 'ERROR') return errorEnd(statusOfBody(event.object));
    const { type, object } = (event ?? {}) as Partial<WatchEvent>;
    return type !== undefined && KNOWN.has(type) && object?.metadata ? { type, object } : { type: 'ended' };
  } catch {
    return { type: 'ended' };
  }
}

/** Servers of different ages say it with the code, the reason or in words alone. */
function errorEnd(status: ApiStatus): WatchEnd {
  const saysExpired = status.code === 410 || status.reason === 'Expired' || status.reason === 'Gone';
  const isExpired = saysExpired || /too old resource ?version|resource ?version.* too old/i.test(status.message);
  return isExpired ? { type: 'expired' } : { type: 'error', status };
}
