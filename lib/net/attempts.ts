import { setTimeout as sleep } from 'node:timers/promises';

/** What one attempt came to: a value, or a failure of the network that may pass. Every other failure is thrown. */
export type Attempt<T> = { readonly type: 'done'; readonly value: T } | { readonly type: 'failed'; readonly reason: string };

export interface AttemptOptions {
  /** Milliseconds before each further attempt. @default 2 s, 10 s, 30 s */
  readonly pauses?: readonly number[] | undefined;
  /** Ends the pauses; then the last failure is the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each pause: `attempt 2 of 4 in 2 s`. */
  readonly onRetry: (reason: string, next: string) => void;
}

const PAUSES: readonly number[] = [2_000, 10_000, 30_000];

/** Does it again, after a pause, for as long as the network fails; the answer is that of the last attempt, and how many there were. */
export async function insist<T>(
  work: () => Promise<Attempt<T>>, { pauses = PAUSES, signal, onRetry }: AttemptOptions,
): Promise<{ readonly last: Attempt<T>; readonly attempts: number }> {
  for (let attempts = 1; ; attempts += 1) {
    const last = await work();
    const pause = pauses[attempts - 1];
    if (last.type === 'done' || pause === undefined || signal?.aborted === true) return { last, attempts };
    onRetry(last.reason, `attempt ${attempts + 1} of ${pauses.length + 1} in ${pause / 1000} s`);
    const isOver = await sleep(pause, true, { ...(signal && { signal }) }).catch(() => false);
    if (!isOver) return { last, attempts };
  }
}
