import { setFlagsFromString } from 'node:v8';

interface Flag {
  readonly flag: string;
  /** Major versions of V8 that have it; another would write about it to standard error. */
  readonly knownTo: readonly string[];
}

/** What serves a command that lives for a second; measured in docs/performance.md. */
const FLAGS: readonly Flag[] = [
  // Bytes of bytecode that a function runs before V8 asks whether to optimise it. Its own number, 66 KiB, is reached by most of what a
  // short command does, and what V8 then makes of it on a second thread is hardly used. Loops over large inputs still get there. Newer
  // versions (Node 22 and later) have a cheaper step between, and no such flag.
  { flag: '--interrupt-budget=1000000', knownTo: ['11'] },
  // V8 doubles the memory for young objects again and again while a program starts. Collecting a small one more often takes less time than
  // getting a large one from the kernel, and saves 10 to 40 MiB.
  { flag: '--semi-space-growth-factor=1', knownTo: ['11', '12', '13', '14'] },
  // So small a memory is collected in half a millisecond: waking other threads for it takes longer, and cores from the server beside us.
  { flag: '--no-parallel-scavenge', knownTo: ['11'] },
  // V8 lets old objects grow to four times what was in use after the last collection, most of it waste where thousands of objects pass
  // through: 5,000 objects took 254 MiB, and take 140 with a collection whenever there is 60 % more. Each of them takes some 10 ms.
  { flag: '--heap-growing-percent=60', knownTo: ['11'] },
];

/** V8 refuses compiled code that was made with other flags, so this comes before all of it. */
export function setV8Flags(v8: string = process.versions.v8, set: (flag: string) => void = setFlagsFromString): void {
  const major = v8.replace(/\..*$/s, '');
  for (const { flag, knownTo } of FLAGS) if (knownTo.includes(major)) set(flag);
}
