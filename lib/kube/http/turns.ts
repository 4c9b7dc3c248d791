/**
 * Reads wait a moment for a connection that is open, before one is opened for them: of a server nearby, most are answered sooner than a
 * connection can be made, which costs both sides more than the answer.
 */

/** So many are opened for reads at once. */
const FIRST = 4;

/** A server that is far away has answered none by then: what waits goes on connections of its own. */
const PATIENCE_MS = 30;

export class Turns {
  /** Exchanges under way: each has a connection, or gets one. */
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param open how many connections there are */
  constructor(private readonly open: () => number) {}

  /** @param isPatient it is a read; what writes goes at once */
  async take<T>(isPatient: boolean, exchange: () => Promise<T>): Promise<T> {
    if (isPatient && this.busy >= Math.max(FIRST, this.open())) await this.turn();
    this.busy += 1;
    try {
      return await exchange();
    } finally {
      this.busy -= 1;
      this.waiting.shift()?.();
    }
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        resolve();
      }, PATIENCE_MS);
      this.waiting.push(go);
    });
  }
}
