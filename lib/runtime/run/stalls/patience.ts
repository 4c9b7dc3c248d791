/**
 * How long trouble may last before waiting for its end is pointless. Pure but for what it remembers: the clock is the caller's.
 */
import { defined } from '../../../defined';
import type { StallCause } from '../../explain/stalls';

/** Milliseconds that trouble of a kind may last; infinite: it never ends a run. */
export type Grace = Readonly<Record<StallCause, number>>;

/**
 * A pull is tried again after 10, 20, 40 s: a registry that was only away for a moment is back by then. A container that crashes until what
 * it needs is there has had four tries after two minutes. A node that an autoscaler adds takes up to three. A Deployment has had a
 * deadline of its own.
 */
export const DEFAULT_GRACE: Grace = { image: 60_000, crash: 120_000, unschedulable: 180_000, deadline: 0 };

export interface Trouble {
  readonly cause: StallCause;
  /** For people. */
  readonly text: string;
}

export interface Stall extends Trouble {
  readonly lastedMs: number;
}

export class Patience {
  private readonly grace: Grace;
  /** Since when an object has been in trouble of a kind, without a look in between that found it otherwise. */
  private readonly since = new Map<string, Partial<Record<StallCause, number>>>();
  /** The most Pods of an object that were ready at a look. */
  private readonly most = new Map<string, number>();

  constructor(grace: Partial<Grace> = {}) {
    this.grace = { ...DEFAULT_GRACE, ...defined(grace) };
  }

  /**
   * What has lasted too long, of all that a look has just found; each call replaces what was known of the object. Where more Pods are ready
   * than ever before the time begins anew: then it is another Pod that is in trouble, and the object gets on. A Pod that gets ready and
   * unready again and again does not prolong it.
   */
  judge(key: string, found: readonly Trouble[], nowMs: number, ready = 0): Stall | undefined {
    const most = this.most.get(key);
    const before = most !== undefined && ready > most ? {} : this.since.get(key) ?? {};
    this.most.set(key, Math.max(ready, most ?? 0));
    const since = Object.fromEntries(found.map(({ cause }) => [cause, before[cause] ?? nowMs]));
    this.since.set(key, since);
    return found
      .map((trouble) => ({ ...trouble, lastedMs: nowMs - (since[trouble.cause] ?? nowMs) }))
      .find(({ cause, lastedMs }) => lastedMs >= this.grace[cause]);
  }

  /** It got ready, or is another one now. */
  forget(key: string): void {
    this.since.delete(key);
    this.most.delete(key);
  }
}
