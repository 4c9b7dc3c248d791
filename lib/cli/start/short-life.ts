/**
 * V8 as it suits a command that lives for a second or two. By default it doubles the memory for young objects while a program starts, and
 * compiles functions again that run often: both pay off in programs that live longer (docs/performance.md, "The command itself").
 */
import { setFlagsFromString } from 'node:v8';

/** What lives longer than this gets what V8 does by default. */
const SHORT_MS = 5_000;

export interface ShortLife {
  /** As at the start: V8 takes compiled code only from a run with the same flags. For the end of the process. */
  renew(): void;
}

export function expectShortLife(): ShortLife {
  set('--semi-space-growth-factor=1', '--no-opt');
  const timer = setTimeout(() => set('--semi-space-growth-factor=2', '--opt'), SHORT_MS).unref();
  return {
    renew: () => {
      clearTimeout(timer);
      set('--semi-space-growth-factor=1', '--no-opt');
    },
  };
}

function set(...flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag);
}
