import { setMaxListeners } from 'node:events';
import type { Timing } from '../timing';
import { CLOSING } from './failure';
import type { HttpRequest } from './request';

/**
 * The orderly end of a connection, for a caller that was interrupted or ran out of time. What only looks must not keep it waiting; what may
 * have changed something gets the time to hear its answer, and what is left to write (a record, a lock to let go of) can still be written.
 *
 * - reads and dry runs under way get `readGraceMs`, and none is repeated;
 * - of those that come later, reads of single objects get as much (writing state needs them), all others are refused at once;
 * - writes, under way or later, get `writeGraceMs` each;
 * - after twice that, everything is over.
 *
 * It begins later where something has to be finished first (`hold`).
 */
export class WindDown {
  private readonly reads = new AbortController();
  private readonly writes = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private started = false;
  private isAskedFor = false;
  private holds = 0;

  constructor(
    private readonly timing: Timing,
    /** Called when even the last write has had its time. */
    private readonly over: () => void,
  ) {
    // Every request listens to one of them.
    setMaxListeners(0, this.reads.signal, this.writes.signal);
  }

  get begun(): boolean {
    return this.started;
  }

  /** Puts the beginning off until the function that it returns is called. */
  hold(): () => void {
    let isHeld = true;
    this.holds += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.holds -= 1;
      if (this.isAskedFor) this.begin();
    };
  }

  begin(): void {
    this.isAskedFor = true;
    if (this.started || this.holds > 0) return;
    this.started = true;
    const { readGraceMs, writeGraceMs } = this.timing;
    this.after(readGraceMs, () => this.reads.abort());
    this.after(writeGraceMs, () => this.writes.abort());
    this.after(2 * writeGraceMs, this.over);
  }

  /** When a request that begins now is to be broken off. */
  signalFor({ verb, repeatable }: Pick<HttpRequest, 'verb' | 'repeatable'>): AbortSignal {
    if (!this.started) return repeatable ? this.reads.signal : this.writes.signal;
    if (!repeatable) return AbortSignal.timeout(this.timing.writeGraceMs);
    return verb === 'get' ? AbortSignal.timeout(this.timing.readGraceMs) : AbortSignal.abort();
  }

  /** Breaks off everything at once. */
  end(): void {
    this.started = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.reads.abort(CLOSING);
    this.writes.abort(CLOSING);
  }

  private after(ms: number, act: () => void): void {
    this.timers.push(setTimeout(act, ms).unref());
  }
}
