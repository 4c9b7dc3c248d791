import { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { KubeObject } from '../api';
import type { Client, Outcome } from './client';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
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
  /** The server cannot go on from where we are (usually 410 Gone): list again. */
  | { readonly type: 'expired' };

export interface WatchReceiver {
  opened(): void;
  event(event: WatchEvent): void;
}

/**
 * Runs one watch to its end: a connection of its own, a JSON document a line. Never throws. `signal` ends it at once.
 * `silenceMs` tells how long the server may be silent now.
 */
export async function watchOnce(
  client: Client, path: string, silenceMs: () => number, signal: AbortSignal, receiver: WatchReceiver,
): Promise<WatchEnd> {
  const message = await client.stream({ method: 'GET', path, verb: 'watch', repeatable: true }, signal);
  if (!(message instanceof IncomingMessage)) return { type: 'refused', outcome: message };
  receiver.opened();
  return new Promise((resolve) => {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    let over = false;
    const finish = (type: 'ended' | 'silent' | 'expired'): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      message.destroy();
      resolve({ type });
    };
    const listen = (): NodeJS.Timeout => setTimeout(() => finish('silent'), silenceMs());
    let timer = listen();
    const read = (text: string): void => {
      // Only the new part can hold the end of the line.
      if (!text.includes('\n')) {
        rest += text;
        return;
      }
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (over || signal.aborted) return;
        if (line === '') continue;
        const event = parseEvent(line);
        if (event === undefined) return finish('ended');
        if (event.type === 'ERROR') return finish('expired');
        receiver.event(event);
      }
    };
    message.on('data', (chunk: Buffer) => {
      if (over) return;
      clearTimeout(timer);
      read(decoder.write(chunk));
      if (!over) timer = listen();
    });
    for (const end of ['end', 'close', 'error']) message.on(end, () => finish('ended'));
  });
}

function parseEvent(line: string): WatchEvent | undefined {
  try {
    const event = JSON.parse(line) as Partial<WatchEvent> | null;
    if (event?.type === 'ERROR') return event as WatchEvent;
    return event?.type !== undefined && event.object?.metadata ? (event as WatchEvent) : undefined;
  } catch {
    return undefined;
  }
}
