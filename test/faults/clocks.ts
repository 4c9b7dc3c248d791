/**
 * Clocks of a child that its parent sets, by a file that both know: a process that is stopped does not notice that time passes for others,
 * and no process may set the clock of the machine.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeWhole } from '../../lib/write-whole';

/** By how much the clocks of the child are ahead of those of the machine, in milliseconds. */
export interface Shift {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** In the parent: from now on the child's clocks are that much ahead, or behind. */
export function shiftClocks(file: string, shift: Shift): void {
  writeWhole(file, JSON.stringify(shift), 0o600);
}

/** In the child: its clocks follow the file. Timers do not; they are the kernel's. */
export function followClocks(file: string): void {
  const shift = (): Shift => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Shift) : { wallMs: 0, monotonicMs: 0 });
  const [wall, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
  Date.now = () => wall() + shift().wallMs;
  performance.now = () => monotonic() + shift().monotonicMs;
  globalThis.Date = new Proxy(Date, {
    construct: (date, given: readonly unknown[], target): object =>
      Reflect.construct(date, given.length === 0 ? [date.now()] : given, target) as object,
  });
}
