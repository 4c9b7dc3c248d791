/** What keeps the keeper from seeing or reading something: each trouble is reported once, and when it is over. */
import type { KeepEvent } from './events';

export class TroubleLog {
  private readonly open = new Set<string>();

  constructor(private readonly report: (event: KeepEvent) => void) {}

  /** @param what is in trouble: `the records of extensions` */
  begin(what: string, message: string): void {
    if (this.open.has(what)) return;
    this.open.add(what);
    this.report({ type: 'trouble', what, message });
  }

  end(what: string): void {
    if (this.open.delete(what)) this.report({ type: 'restored', what });
  }

  /** It is gone, and its trouble with it: nothing is reported. */
  forget(what: string): void {
    this.open.delete(what);
  }
}
