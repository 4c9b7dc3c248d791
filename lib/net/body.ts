import type { IncomingMessage } from 'node:http';
import { NetworkFailure } from './failure';
import { keepPace, type Pace } from './pace';

/** The request that a body belongs to. */
export interface Exchange {
  readonly pace: Pace;
  /** `host:port` that was asked. */
  readonly host: string;
  /** Ends the request with a reason. */
  readonly fail: (failure: NetworkFailure) => void;
  /** The error to give for what went wrong. */
  readonly failed: (error: unknown) => unknown;
}

/**
 * The whole body of an answer, of `limit` bytes at most, and not slower than the pace. Rejects with a `NetworkFailure`.
 * @param onSize called with the number of bytes so far
 */
export function readBody(
  message: IncomingMessage, limit: number, { pace, host, fail, failed }: Exchange, onSize?: (size: number) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cut = (): void => reject(failed(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' })) as Error);
    if (message.destroyed && !message.complete) return cut();
    const keeper = keepPace(pace, (why) => fail(new NetworkFailure(why, 'ETIMEDOUT', host)));
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      keeper.moved(chunk.length);
      onSize?.(size);
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      const failure = new NetworkFailure(`the answer has more than ${limit} bytes`, 'TOO_LARGE', host);
      // An answer that is here in whole ends as if it were well, whatever becomes of its request.
      reject(failure);
      fail(failure);
    });
    message.once('end', () => {
      keeper.end();
      resolve(Buffer.concat(chunks, size));
    });
    message.once('error', (error) => {
      keeper.end();
      reject(failed(error) as Error);
    });
    message.once('close', () => {
      keeper.end();
      if (!message.complete) cut();
    });
  });
}

/**
 * The same piece by piece, as fast as it is taken: for what is too large to be held. Whoever stops early ends the request.
 * @throws `NetworkFailure`; then what came before is not the whole
 */
export async function* streamBody(
  message: IncomingMessage, limit: number, { pace, host, fail, failed }: Exchange,
): AsyncGenerator<Buffer, void, undefined> {
  const keeper = keepPace(pace, (why) => fail(new NetworkFailure(why, 'ETIMEDOUT', host)));
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      keeper.moved(chunk.length);
      if (size > limit) throw new NetworkFailure(`the answer has more than ${limit} bytes`, 'TOO_LARGE', host);
      yield chunk;
    }
    if (!message.complete) throw Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' });
  } catch (error) {
    throw failed(error);
  } finally {
    keeper.end();
  }
}
