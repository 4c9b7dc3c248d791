import { setFlagsFromString } from 'node:v8';

/**
 * Bytes of bytecode that a function runs before V8 asks whether to optimise it. Its own number, 66 KiB, is reached by most of what a short
 * command does, and what V8 makes of it on a second thread is never used: a fifth of the CPU time. Loops over large inputs still get there.
 */
const BUDGET = 1_000_000;

/** Major versions of V8 that are known to have the flag (Node 20 to 24); another would write about it to standard error. */
const KNOWN = ['11', '12', '13'];

/** Has V8 optimise later, from now on. Compiled code counts as made with other flags, so this comes before all of it. */
export function optimiseLate(v8: string = process.versions.v8, setFlag: (flag: string) => void = setFlagsFromString): void {
  if (KNOWN.includes(v8.replace(/\..*$/s, ''))) setFlag(`--interrupt-budget=${BUDGET}`);
}
