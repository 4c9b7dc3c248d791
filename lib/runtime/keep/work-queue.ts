/**
 * A queue of extensions that are to be worked on, a few at a time, each in its turn. One that comes back goes to the end, so an extension
 * that always has work takes no turn from the others.
 */
export class WorkQueue {
  /** When each wants its turn, milliseconds; in the order in which they came. */
  private readonly waiting = new Map<string, number>();
  private readonly working = new Set<string>();

  /** @param places how many are worked on at once */
  constructor(private readonly places: number) {}

  /** Wants a turn at that time, or no turn (any more). Its place among those who wait is kept. */
  want(id: string, at: number | undefined): void {
    if (at === undefined) this.waiting.delete(id);
    else this.waiting.set(id, at);
  }

  /** Those whose turn begins now. Each must be given back with `done`. */
  take(now: number): readonly string[] {
    const taken: string[] = [];
    for (const [id, at] of this.waiting) {
      if (this.working.size >= this.places) break;
      if (at > now || this.working.has(id)) continue;
      this.waiting.delete(id);
      this.working.add(id);
      taken.push(id);
    }
    return taken;
  }

  done(id: string): void {
    this.working.delete(id);
  }

  /** Nothing is worked on, and nothing is due at `now`. */
  isIdle(now: number): boolean {
    if (this.working.size > 0) return false;
    for (const at of this.waiting.values()) if (at <= now) return false;
    return true;
  }

  /** When to look again; undefined when nothing waits, or no place is free. */
  nextAt(): number | undefined {
    if (this.working.size >= this.places) return undefined;
    let next: number | undefined;
    for (const [id, at] of this.waiting) if (!this.working.has(id) && (next === undefined || at < next)) next = at;
    return next;
  }
}
