/**
 * The clock of the API server, from the header `Date` of its answers (whole seconds, cut off). Between answers the monotonic clock counts
 * on; that one stands still while the machine sleeps, so what it says is never later than the server's own time.
 */
export class ServerClock {
  private last: { readonly time: number; readonly at: number } | undefined;

  /** Called when an answer of the server has arrived. */
  note(date: string | undefined): void {
    const time = Date.parse(date ?? '');
    if (Number.isFinite(time)) this.last = { time, at: performance.now() };
  }

  /** Milliseconds since the epoch; undefined: no answer has said the time. */
  now(): number | undefined {
    return this.last === undefined ? undefined : this.last.time + performance.now() - this.last.at;
  }
}
