import { setFlagsFromString } from 'node:v8';

/** What serves a command that lives for a second; measured in docs/performance.md. */
const FLAGS = [
  // Bytes of bytecode that a function runs before V8 asks whether to optimise it. Its own number, 66 KiB, is reached by most of what a
  // short
  // command does, and what V8 then makes of it on a second thread is hardly used. Loops over large inputs still get there.
  '--interrupt-budget=1000000',
  // V8 doubles the memory for young objects again and again while a program starts. Collecting a small one more often takes less time than
  // getting a large one from the kernel, and saves 10 to 40 MiB.
  '--semi-space-growth-factor=1',
];

/** Major versions of V8 that are known to have the flags (Node 20 to 24); another would write about them to standard error. */
const KNOWN = ['11', '12', '13'];

/** V8 refuses compiled code that was made with other flags, so this comes before all of it. */
export function setV8Flags(v8: string = process.versions.v8, set: (flag: string) => void = setFlagsFromString): void {
  if (KNOWN.includes(v8.replace(/\..*$/s, ''))) FLAGS.forEach((flag) => set(flag));
}
