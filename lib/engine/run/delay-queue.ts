/**
 * The delay queue: requests that wait for their delay, or for the answer to the fence (do we still hold the extension?). All of them can be
 * given up at once.
 */
import { messageOf } from '../../errors';

export interface FenceAnswer {
  readonly held: boolean;
  readonly message: string;
}

export type Fence = (before: 'write' | 'delete') => Promise<FenceAnswer>;

interface Delayed {
  timer?: NodeJS.Timeout;
  readonly drop: () => void;
}

export class DelayQueue {
  private readonly delayed = new Map<number, Delayed>();
  private fenceProblem: string | undefined;

  /** @param onProblem called when the fence could not be asked, and when it could be again */
  constructor(private readonly fence: Fence | undefined, private readonly onProblem: () => void) {}

  /** Why the fence cannot be asked at the moment. */
  get problem(): string | undefined {
    return this.fenceProblem;
  }

  /** @param drop called instead of `then` when the request is given up */
  later(id: number, ms: number, then: () => void, drop: () => void): void {
    const entry: Delayed = { drop };
    entry.timer = setTimeout(() => {
      this.delayed.delete(id);
      then();
    }, ms);
    this.delayed.set(id, entry);
  }

  /** Asks the fence until there is an answer: that it cannot be asked does not mean that another run holds the extension. */
  ask(before: 'write' | 'delete', id: number, then: (answer: FenceAnswer) => void, drop: () => void, attempt = 0): void {
    const entry: Delayed = { drop };
    this.delayed.set(id, entry);
    const isDropped = (): boolean => this.delayed.get(id) !== entry;
    this.question(before).then(
      (answer) => {
        if (isDropped()) return;
        this.delayed.delete(id);
        if (this.fenceProblem !== undefined) this.note(undefined);
        then(answer);
      },
      (error: unknown) => {
        if (isDropped()) return;
        this.note(messageOf(error).replace(/\.$/, ''));
        if (!isDropped()) entry.timer = setTimeout(() => this.ask(before, id, then, drop, attempt + 1), delayAfter(attempt));
      },
    );
  }

  /** Gives up everything but these, and calls `drop` of each. */
  dropAll(kept: ReadonlySet<number> = new Set()): void {
    for (const { drop } of this.clear(kept)) drop();
  }

  /** Gives up everything but these without a word. @returns what was given up */
  clear(kept: ReadonlySet<number> = new Set()): readonly Delayed[] {
    const all = [...this.delayed].filter(([id]) => !kept.has(id));
    for (const [id, { timer }] of all) {
      this.delayed.delete(id);
      clearTimeout(timer);
    }
    return all.map(([, entry]) => entry);
  }

  /** A fence that throws where it should reject could not be asked, either. */
  private async question(before: 'write' | 'delete'): Promise<FenceAnswer> {
    return this.fence === undefined ? { held: true, message: '' } : this.fence(before);
  }

  private note(problem: string | undefined): void {
    this.fenceProblem = problem;
    this.onProblem();
  }
}

/** Before the fence is asked again: 100 ms doubled up to 10 s. */
function delayAfter(attempt: number): number {
  return Math.min(10_000, 100 * 2 ** attempt);
}
