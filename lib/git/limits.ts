/** What git may take: of the disk, of memory, of time, and of what it prints. */
import { BoxcutterError } from '../errors';

const MIB = 1024 * 1024;

export const GIT_LIMITS = {
  /** Bytes of a repository as it is fetched: only what one commit needs. */
  fetched: 512 * MIB,
  /** Bytes of an answer. */
  output: 64 * MIB,
  /** Bytes of a list of files: a tree of some kilobytes can stand for more files than any disk has. */
  list: 32 * MIB,
  /** Bytes of a list of references: only those that were asked for. */
  references: MIB,
  /** Bytes of address space of each process: a delta of some bytes can stand for gigabytes, and so can a list of references. */
  memory: 2048 * MIB,
  /** The same where others name the repository: a fetch takes a third of it. */
  memoryForOthers: 512 * MIB,
  milliseconds: 120_000,
} as const;

export function tooLarge(why: string): BoxcutterError {
  return new BoxcutterError('git-too-large', 'input', `The git repository is not read: ${why}.`, {
    hint: 'A repository of bundles holds manifests and metadata.',
  });
}

export function fetchedTooMuch(fetched: number): BoxcutterError {
  return tooLarge(`it has more than ${Math.ceil(fetched / MIB)} MiB`);
}

export function saidTooMuch(limit: number): BoxcutterError {
  return tooLarge(`git gave more than ${Math.ceil(limit / MIB)} MiB`);
}

/** The shell sets the limits where the system has such, and becomes git. Files count in blocks of 512 bytes, memory in KiB. */
export function withLimits(fetched: number, asUser: boolean): readonly [command: string, ...words: string[]] {
  if (process.platform === 'win32') return ['git'];
  const memory = asUser ? GIT_LIMITS.memory : GIT_LIMITS.memoryForOthers;
  const limits = [`ulimit -f ${Math.ceil(fetched / 512)}`, `ulimit -v ${memory / 1024}`].map((each) => `${each} 2>/dev/null`);
  return ['/bin/sh', '-c', `${limits.join('; ')}; exec "$@"`, 'git', 'git'];
}
