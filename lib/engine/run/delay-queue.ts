/**
 * What is not sent yet: it waits for its delay, or for the answer whether the extension is still held. All of it can be given up at once.
 */
import { messageOf } from '../../errors';

export interface FenceAnswer {
  readonly held: boolean;
  readonly message: string;
}

export type Fence = (before: 'write' | 'delete') => Promise<FenceAnswer>;

interface Place {
  timer?: NodeJS.Timeout;
  readonly drop: () => void;
}

export class HeldBack {
  private readonly places = new Map<number, Place>();
  private unasked: string | undefined;

  /** @param onUnasked called when it could not be asked whether the extension is held, and when it could again */
  constructor(private readonly fence: Fence | undefined, private readonly onUnasked: () => void) {}

  /** Why the fence cannot be asked at the moment. */
  get problem(): string | undefined {
    return this.unasked;
  }

  /** @param drop instead of `then`, when it is given up */
  later(id: number, ms: number, then: () => void, drop: () => void): void {
    const place: Place = { drop };
    place.timer = setTimeout(() => {
      this.places.delete(id);
      then();
    }, ms);
    this.places.set(id, place);
  }

  /** Asks until there is an answer: that it cannot be asked does not mean that somebody else holds it. */
  ask(before: 'write' | 'delete', id: number, then: (answer: FenceAnswer) => void, drop: () => void, attempt = 0): void {
    const place: Place = { drop };
    this.places.set(id, place);
    const isDropped = (): boolean => this.places.get(id) !== place;
    this.question(before).then(
      (answer) => {
        if (isDropped()) return;
        this.places.delete(id);
        if (this.unasked !== undefined) this.note(undefined);
        then(answer);
      },
      (error: unknown) => {
        if (isDropped()) return;
        this.note(messageOf(error).replace(/\.$/, ''));
        if (!isDropped()) place.timer = setTimeout(() => this.ask(before, id, then, drop, attempt + 1), pauseAfter(attempt));
      },
    );
  }

  /** Nothing of it is sent any more; each is told. */
  dropAll(): void {
    for (const { drop } of this.clear()) drop();
  }

  /** @returns what was given up */
  clear(): readonly Place[] {
    const places = [...this.places.values()];
    this.places.clear();
    for (const { timer } of places) clearTimeout(timer);
    return places;
  }

  /** What throws where it should reject could not be asked, either. */
  private async question(before: 'write' | 'delete'): Promise<FenceAnswer> {
    return this.fence === undefined ? { held: true, message: '' } : this.fence(before);
  }

  private note(problem: string | undefined): void {
    this.unasked = problem;
    this.onUnasked();
  }
}

/** Before the fence is asked again: 100 ms doubled up to 10 s. */
function pauseAfter(attempt: number): number {
  return Math.min(10_000, 100 * 2 ** attempt);
}
