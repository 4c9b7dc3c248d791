import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoxcutterError } from '../errors';
import { makeFolders } from '../make-folders';
import { isAlive, processIdentity, type KnownProcess } from './run/processes';

export interface LockOptions {
  /** Called once when another process holds the lock, with the process number of the holder. */
  readonly onWait?: ((holder: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds to wait at most; default 15 minutes, which a build of everything on a slow machine stays under. */
  readonly patience?: number;
}

/**
 * Runs `work` while holding a lock file, so that two commands never build or start the same thing at once. A lock whose
 * holder is gone (by process number and start time) is removed.
 *
 * @throws BoxcutterError `lock-held` when the wait takes too long, `interrupted` when the signal is aborted.
 */
export async function withLock<T>(file: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await acquire(file, options);
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

async function acquire(file: string, options: LockOptions): Promise<void> {
  const deadline = performance.now() + (options.patience ?? 15 * 60_000);
  makeFolders(path.dirname(file), 0o700);
  let reported = false;
  while (!tryCreate(file)) {
    const holder = readHolder(file);
    if (holder === undefined || !isAlive(holder)) {
      removeStale(file);
      await sleep(20);
      continue;
    }
    if (!reported) options.onWait?.(holder.pid);
    reported = true;
    if (options.signal?.aborted) throw new BoxcutterError('interrupted', 'interrupted', 'Interrupted while waiting for another command.');
    if (performance.now() > deadline) {
      throw new BoxcutterError(
        'lock-held', 'locked',
        `Process ${holder.pid} has held the lock ${file} for too long.`,
        { hint: `End process ${holder.pid}, then try again.` },
      );
    }
    await sleep(100);
  }
}

/** The file appears with its content in one step (link), so that no reader ever sees a lock without a holder. */
function tryCreate(file: string): boolean {
  const self: KnownProcess = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function readHolder(file: string): KnownProcess | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as KnownProcess;
  } catch {
    return undefined;
  }
}

/** One remover at a time, who looks again: otherwise the second of two could remove the lock that the first has just taken. */
function removeStale(file: string): void {
  const guard = `${file}.removing`;
  try {
    fs.writeFileSync(guard, '', { flag: 'wx' });
  } catch {
    const age = Date.now() - (fs.statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 10_000) fs.rmSync(guard, { force: true });
    return;
  }
  try {
    const holder = readHolder(file);
    if (holder === undefined || !isAlive(holder)) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(guard, { force: true });
  }
}
