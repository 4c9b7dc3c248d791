/** The program git, bounded and without hooks and questions; with nothing of the user of this process unless that is asked for. */
import { type ChildProcess, spawn } from 'node:child_process';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BoxcutterError } from '../errors';
import { endedWithUs } from '../program';
import { environment, settingsOf } from './environment';
import { fetchedTooMuch, GIT_LIMITS, saidTooMuch, withLimits } from './limits';
import type { GitRun } from './run';

/** Of what it says when it fails: the end has the reason. */
const MAX_WORDS = 4_000;
/** How often it is looked how much there is by now. */
const WATCH_MS = 500;
/** Until what it has started, and what may hold its output open, is not waited for any more. */
const CLOSING_MS = 2000;
/** Of a shell that finds no such program. */
const NOT_FOUND = 127;

/**
 * Git and what it starts are a group of their own, which ends as a whole: a helper that talks to a server would go on without git.
 * @returns what it printed
 * @throws BoxcutterError `git-missing` (server): there is no such program; `git-failed` (server) with what it said; `git-too-large`
 * (input); `interrupted` (interrupted)
 */
export function runGit(run: GitRun): Promise<Buffer> {
  const { args, input, limit = GIT_LIMITS.output, fetched = GIT_LIMITS.fetched, folder, signal, asUser = false } = run;
  if (signal?.aborted === true) return Promise.reject(interrupted());
  return new Promise((resolve, reject) => {
    const [command, ...words] = withLimits(fetched, asUser);
    const child = spawn(command, [...words, ...settingsOf(run), ...args], {
      cwd: folder, env: environment(run), stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, detached: process.platform !== 'win32',
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let said = '';
    let stopped: BoxcutterError | undefined;
    const kill = (): void => killGroup(child);
    const ended = endedWithUs(kill);
    const stop = (error: BoxcutterError): void => {
      stopped ??= error;
      kill();
    };
    const interrupt = (): void => stop(interrupted());
    signal?.addEventListener('abort', interrupt, { once: true });
    // Ctrl-C in the terminal of the user does not reach another group.
    if (asUser) process.once('SIGINT', interrupt);
    const deadline = setTimeout(
      () => stop(failed(`it took longer than ${GIT_LIMITS.milliseconds / 1000} seconds`)), GIT_LIMITS.milliseconds,
    );
    const watch = setInterval(() => {
      if (sizeOf(folder) > fetched) stop(fetchedTooMuch(fetched));
    }, WATCH_MS);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) return void output.push(chunk);
      output.length = 0;
      stop(saidTooMuch(limit));
    });
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-MAX_WORDS)));
    const end = (): void => {
      clearTimeout(deadline);
      clearInterval(watch);
      signal?.removeEventListener('abort', interrupt);
      process.off('SIGINT', interrupt);
      ended();
    };
    child.once('exit', () => {
      // What is left of its group has nobody to answer to; but the user may have a daemon that keeps credentials.
      if (!asUser) kill();
      setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), CLOSING_MS).unref();
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      end();
      reject(error.code === 'ENOENT' ? missing() : stopped ?? failed(error.message));
    });
    child.once('close', (code, ending) => {
      end();
      if (stopped !== undefined) reject(stopped);
      else if (code === 0) resolve(Buffer.concat(output));
      else if (code === NOT_FOUND) reject(missing());
      // Whoever meets the limit of the size of a file ends there, and says nothing of it.
      else if (sizeOf(folder) >= fetched) reject(fetchedTooMuch(fetched));
      else reject(failed(code === null ? `it was ended by ${ending}` : lastWords(said, run)));
    });
  });
}

function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

function sizeOf(folder: string): number {
  let bytes = 0;
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of readdir(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return bytes;
}

/** Git renames and removes what is in it meanwhile. */
function readdir(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** `fatal: …`, without what was said before. */
function lastWords(words: string, { asUser = false, authorities }: GitRun): string {
  const lines = words.trim().split('\n');
  const at = lines.findIndex((line) => /^(?:fatal|error|remote): /.test(line));
  const reason = lines.slice(Math.max(0, at)).join(' ').replace(/^(?:fatal|error): /, '').trim() || 'it gave no reason';
  const file = asUser ? 'GIT_SSL_CAINFO' : 'NODE_EXTRA_CA_CERTS';
  if (UNTRUSTED.test(reason) && authorities?.unread !== undefined) return `${reason}: ${authorities.unread}`;
  if (UNTRUSTED.test(reason)) return `${reason}: where its authority is a private one, name the file of that in ${file}`;
  if (!SENT_ON.test(reason)) return reason;
  return `${reason}: the server sends us elsewhere, which is not followed; name the address that it has now, `
    + 'which often ends with .git';
}

const UNTRUSTED = /certificate verification failed|SSL certificate problem/;
const SENT_ON = /returned error: 30[12378]/;

function failed(why: string): BoxcutterError {
  return new BoxcutterError('git-failed', 'server', `git failed: ${why}`);
}

function interrupted(): BoxcutterError {
  return new BoxcutterError('interrupted', 'interrupted', 'Reading the git repository was broken off.');
}

function missing(): BoxcutterError {
  return new BoxcutterError('git-missing', 'server', 'Reading a git repository needs the program git, and there is none in the PATH.', {
    hint: 'Install git where this runs.',
  });
}
