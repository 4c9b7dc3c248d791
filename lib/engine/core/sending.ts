/** What sending a request makes of an entry, and how long it waits. */
import { defined } from '../../defined';
import type { Entry, Progress } from './state/entry';
import { isWrite, type AskWish, type WriteWish } from './wish';

/** Where an object has got to with this request under way. */
export function underWay(progress: Progress, id: number, wish: AskWish | WriteWish): Progress {
  if (progress.type === 'settled') return { ...progress, poll: id };
  const { attempts, waiting, achieved, before } = progress;
  const way = { attempts, id, ...defined({ waiting, achieved, before }) };
  if (isWrite(wish)) {
    const base = wish.request.type === 'update' ? wish.request.on.resourceVersion : undefined;
    return { type: 'writing', ...way, intent: wish.intent, ...defined({ base }) };
  }
  const unanswered = progress.type === 'writing' ? progress.intent : progress.unanswered;
  return { type: 'asking', ...way, request: wish.request.type, ...defined({ unanswered }) };
}

/**
 * What builds on a state of the object is out of date after a pause, and so is a fence: a write that is tried again had its pause before
 * the read in front of it.
 */
export function delayOf({ progress }: Entry, { request }: AskWish | WriteWish, minimumMs: number): number {
  if ('on' in request && request.on !== undefined) return 0;
  const pauseMs = progress.type === 'open' ? (progress.pauseMs ?? 0) : 0;
  return Math.max(minimumMs, pauseMs, backoff(progress.attempts));
}

/** No delay at first, then 100 ms doubled up to 10 s. */
function backoff(attempts: number): number {
  return attempts <= 1 ? attempts * 50 : Math.min(10_000, 100 * 2 ** (attempts - 1));
}
