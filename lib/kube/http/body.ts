import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Timing } from '../timing';
import { ConnectionFailure, noAnswer, TOO_LARGE } from './failure';

/**
 * The whole body of an answer, unpacked, as text. Each piece must come within the answer deadline.
 * @param fail ends the request that it belongs to
 */
export function readBody(message: IncomingMessage, timing: Timing, fail: (failure: ConnectionFailure) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const source: Readable = message.headers['content-encoding'] === 'gzip' ? message.pipe(createGunzip()) : message;
    const chunks: Buffer[] = [];
    let size = 0;
    const giveUp = (failure: ConnectionFailure): void => {
      reject(failure);
      fail(failure);
    };
    const arm = (): NodeJS.Timeout => setTimeout(() => giveUp(noAnswer(timing)), timing.answerMs);
    let timer = arm();
    source.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      size += chunk.length;
      if (size > timing.bodyBytes) {
        chunks.length = 0;
        return giveUp(new ConnectionFailure(`the answer has more than ${timing.bodyBytes} bytes`, true, TOO_LARGE));
      }
      timer = arm();
      chunks.push(chunk);
    });
    source.on('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    // A cut body ends the message with 'aborted' and an error; the unpacking stream behind it would wait for ever.
    for (const part of [message, source]) {
      part.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
    }
    message.on('close', () => {
      clearTimeout(timer);
      if (!message.complete) reject(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' }));
    });
  });
}
