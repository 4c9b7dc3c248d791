/** The folder that one run of another program works in: only its owner can enter it, and it goes whatever happens. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from './ended-with-us';

/** Programs that have such folders. */
export type HomeOf = 'helm' | 'git';

/** Older than any run can be, in milliseconds. */
const ABANDONED_MS = 3_600_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Runs `work` in a new folder, which is removed afterwards, and after a signal. What killed processes left is removed before.
 * @param folder where it is made; default the system's folder for temporary files
 */
export function inHome<T>(work: (home: string) => T, folder = tmpdir()): T {
  const { home, leave } = enterHome(folder);
  try {
    return work(home);
  } finally {
    leave();
  }
}

/** The same for work that takes its time. */
export async function inHomeApart<T>(work: (home: string) => Promise<T>, folder = tmpdir(), of: HomeOf = 'helm'): Promise<T> {
  const { home, leave } = enterHome(folder, of);
  try {
    return await work(home);
  } finally {
    leave();
  }
}

/** A signal ends the program, and us when the folder is gone. A signal that the program listens for already is left to it. */
function enterHome(folder: string, of: HomeOf = 'helm'): { readonly home: string; readonly leave: () => void } {
  removeAbandoned(folder);
  const held = SIGNALS.filter((signal) => process.listenerCount(signal) === 0);
  const again = (signal: NodeJS.Signals): void => {
    endAll();
    remove();
    release();
    process.kill(process.pid, signal);
  };
  const release = (): void => held.forEach((signal) => process.off(signal, again));
  held.forEach((signal) => process.on(signal, again));
  const home = mkdtempSync(join(folder, `boxcutter-${of}-${processSpace()}-${process.pid}-`));
  const remove = (): void => rmSync(home, { recursive: true, force: true });
  const leave = (): void => {
    remove();
    // A signal that came meanwhile is reported in the next turn of the loop, before this.
    setImmediate(release);
  };
  return { home, leave };
}

/** Process numbers are unique within it: containers that share a folder for temporary files have others. */
function processSpace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function removeAbandoned(folder: string): void {
  const own = processSpace();
  for (const name of readdirSync(folder)) {
    const [, space, pid] = /^boxcutter-(?:helm|git)-(\d+)-(\d+)-\w{6}$/.exec(name) ?? [];
    if (space === undefined) continue;
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== process.getuid?.()) continue;
    const isOver = (space === own && !isRunning(Number(pid))) || Date.now() - found.mtimeMs > ABANDONED_MS;
    if (isOver) rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
