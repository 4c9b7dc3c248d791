/** Doing again what the network spoils. */
import { insist, type Attempt } from '../../../lib/net/attempts';

const failed = { type: 'failed', reason: 'cut' } as const;
const done = { type: 'done', value: 'file' } as const;

/** Gives these answers, one after the other. */
function answering(...answers: readonly Attempt<string>[]): () => Promise<Attempt<string>> {
  const left = [...answers];
  return () => Promise.resolve(left.shift() ?? done);
}

test('it is done again until it succeeds, and each pause is announced', async () => {
  const said: string[] = [];
  const onRetry = (reason: string, next: string): void => void said.push(`${reason}: ${next}`);
  await expect(insist(answering(failed, failed, done), { pauses: [1, 2, 3], onRetry })).resolves.toEqual({ last: done, attempts: 3 });
  expect(said).toEqual(['cut: attempt 2 of 4 in 0.001 s', 'cut: attempt 3 of 4 in 0.002 s']);
});

test('after the last attempt its failure is the answer', async () => {
  const onRetry = jest.fn();
  await expect(insist(answering(failed, failed), { pauses: [1], onRetry })).resolves.toEqual({ last: failed, attempts: 2 });
});

test('broken off in a pause, it does nothing more', async () => {
  const abort = new AbortController();
  const work = jest.fn(answering(failed, failed));
  const ended = insist(work, { pauses: [60_000], signal: abort.signal, onRetry: () => abort.abort() });
  await expect(ended).resolves.toEqual({ last: failed, attempts: 1 });
  expect(work).toHaveBeenCalledTimes(1);
});
