import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { keepPace } from '../../net';
import type { Timing } from '../timing';
import { ConnectionFailure, noAnswer, TOO_LARGE } from './failure';

/**
 * The whole body of an answer, unpacked, as text. Each piece must come within the answer deadline, and the whole not too slowly.
 * @param fail ends the request that it belongs to
 */
export function readBody(message: IncomingMessage, timing: Timing, fail: (failure: ConnectionFailure) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const source: Readable = message.headers['content-encoding'] === 'gzip' ? message.pipe(createGunzip()) : message;
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const giveUp = (failure: ConnectionFailure): void => {
      settle();
      reject(failure);
      fail(failure);
    };
    const silence = (): NodeJS.Timeout => setTimeout(() => giveUp(noAnswer(timing)), timing.answerMs);
    let timer = silence();
    const limits = { graceMs: timing.answerMs, bytesPerSecond: timing.bodyBytesPerSecond, mostMs: timing.bodyMs };
    const pace = keepPace(limits, (why) => giveUp(new ConnectionFailure(why, true, 'ETIMEDOUT')));
    const settle = (): void => {
      isOver = true;
      clearTimeout(timer);
      pace.end();
    };
    // What counts is what travels, not what it becomes when it is unpacked.
    message.on('data', (chunk: Buffer) => pace.moved(chunk.length));
    source.on('data', (chunk: Buffer) => {
      if (isOver) return;
      clearTimeout(timer);
      size += chunk.length;
      if (size > timing.bodyBytes) {
        chunks.length = 0;
        return giveUp(new ConnectionFailure(`the answer has more than ${timing.bodyBytes} bytes`, true, TOO_LARGE));
      }
      timer = silence();
      chunks.push(chunk);
    });
    source.on('end', () => {
      settle();
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    // A cut body ends the message with 'aborted' and an error; the unpacking stream behind it would wait for ever.
    for (const part of [message, source]) {
      part.on('error', (error) => {
        settle();
        reject(error);
      });
    }
    message.on('close', () => {
      pace.end();
      if (message.complete) return;
      settle();
      reject(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' }));
    });
  });
}
