/** What many trials say together, by kind. */
import { isUnsound, type Trial } from './life';

export interface Count {
  trials: number;
  refused: number;
  changed: number;
  hollow: number;
  /** No-ops of the server: the denominator. */
  unchanged: number;
  /** Of these, known to the engine: with its record where it had one, and without. */
  known: number;
  exact: number;
  withRecord: number;
  knownWithRecord: number;
  unsound: number;
}

const nothing = (): Count => ({
  trials: 0, refused: 0, changed: 0, hollow: 0, unchanged: 0, known: 0, exact: 0, withRecord: 0, knownWithRecord: 0, unsound: 0,
});

export class Tally {
  total = 0;
  private readonly counts = new Map<string, Count>();

  add(trial: Trial): void {
    const { plan, server, applied, exact, forgotten } = trial;
    this.total += 1;
    const name = `${plan.form} ${plan.kind.kind}${plan.kind.apart === 'rewritten' ? ' (rewritten by admission)' : ''}`;
    const count = this.counts.get(name) ?? nothing();
    this.counts.set(name, count);
    count.trials += 1;
    count[server] += 1;
    if (isUnsound(trial)) count.unsound += 1;
    if (server !== 'unchanged') return;
    if (applied) count.known += 1;
    if (exact) count.exact += 1;
    if (forgotten) return;
    count.withRecord += 1;
    if (applied) count.knownWithRecord += 1;
  }

  /** Of one form; of all kinds, or of those that are filtered. */
  sum(form: string, isCounted: (kind: string) => boolean = () => true): Count {
    const sum = nothing();
    for (const [name, count] of this.counts) {
      const [of, ...kind] = name.split(' ');
      if (of !== form || !isCounted(kind.join(' '))) continue;
      for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += count[key];
    }
    return sum;
  }

  kinds(): readonly string[] {
    return [...new Set([...this.counts.keys()].map((name) => name.slice(name.indexOf(' ') + 1)))].sort();
  }

  /** A table for people. */
  lines(form: string): readonly string[] {
    const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
    const line = (name: string, count: Count): string =>
      `${name.padEnd(46)}${[count.trials, count.refused, count.changed, count.hollow, count.unchanged, count.unsound].map((n) => String(n).padStart(8)).join('')}${percent(count.knownWithRecord, count.withRecord).padStart(10)}${percent(count.exact, count.unchanged).padStart(10)}`;
    const header = `${form.padEnd(46)}${['trials', 'refused', 'changed', 'hollow', 'no-ops', 'unsound'].map((word) => word.padStart(8)).join('')}${'record'.padStart(10)}${'without'.padStart(10)}`;
    return [header, ...this.kinds().map((kind) => line(kind, this.sum(form, (one) => one === kind))), line('all', this.sum(form))];
  }
}
