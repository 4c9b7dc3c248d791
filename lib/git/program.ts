/** The program git, bounded and without hooks and questions; with nothing of the user of this process unless that is asked for. */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BoxcutterError } from '../errors';

const MIB = 1024 * 1024;
export const GIT_LIMITS = {
  /** Bytes of a repository as it is fetched: only what one commit needs. */
  fetched: 512 * MIB,
  /** Bytes of an answer, of which a list of files is the longest. */
  output: 64 * MIB,
  milliseconds: 120_000,
} as const;

/** Of what it says when it fails: the end has the reason. */
const MAX_WORDS = 4_000;
/** How often it is looked how much there is by now. */
const WATCH_MS = 500;
/** Until what it has started, and what may hold its output open, is not waited for any more. */
const CLOSING_MS = 2000;

export type GitProtocol = 'https' | 'http' | 'file';

export interface GitRun {
  readonly args: readonly string[];
  /** The repository that is worked in; watched while the program runs. */
  readonly folder: string;
  /** The only protocol that it may speak, whatever a server redirects to. */
  readonly protocol: GitProtocol;
  /** With the configuration and the credential helpers of the user of this process. @default false: with nothing of it */
  readonly asUser?: boolean | undefined;
  /** Settings that other processes of the machine must not see in the list of processes. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly input?: Buffer | string;
  /** Bytes of its answer. @default 64 MiB */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * @returns what it printed
 * @throws BoxcutterError `git-missing` (server): there is no such program; `git-failed` (server) with what it said; `git-too-large` (input)
 */
export function runGit({ args, input, limit = GIT_LIMITS.output, signal, ...run }: GitRun): Promise<Buffer> {
  const { folder } = run;
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-c', 'core.hooksPath=/dev/null', '-c', 'credential.interactive=false', ...args], {
      cwd: folder, env: environment(run), stdio: ['pipe', 'pipe', 'pipe'], killSignal: 'SIGKILL', windowsHide: true,
      ...(signal && { signal }),
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let words = '';
    let stopped: BoxcutterError | undefined;
    const stop = (error: BoxcutterError): void => {
      stopped ??= error;
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(
      () => stop(failed(`it took longer than ${GIT_LIMITS.milliseconds / 1000} seconds`)), GIT_LIMITS.milliseconds,
    );
    const watch = setInterval(() => {
      if (sizeOf(folder) > GIT_LIMITS.fetched) stop(tooLarge(`it has more than ${GIT_LIMITS.fetched / MIB} MiB`));
    }, WATCH_MS);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) stop(tooLarge(`git gave more than ${Math.ceil(limit / MIB)} MiB`));
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-MAX_WORDS)));
    const end = (): void => {
      clearTimeout(deadline);
      clearInterval(watch);
    };
    child.once('exit', () => setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), CLOSING_MS).unref());
    child.once('error', (error: NodeJS.ErrnoException) => {
      end();
      reject(error.code === 'ENOENT' ? missing() : stopped ?? failed(error.message));
    });
    child.once('close', (code, ending) => {
      end();
      if (stopped !== undefined) reject(stopped);
      else if (code === 0) resolve(Buffer.concat(output));
      else reject(failed(code === null ? `it was ended by ${ending}` : lastWords(words)));
    });
  });
}

/** What of the environment is for another repository than this one, or would show what is secret. */
const FOREIGN = new RegExp('^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|'
  + 'TRACE.*|CURL_VERBOSE)$');
const REACHING = [
  'PATH', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'SystemRoot',
];

function environment({ folder, settings = {}, protocol, asUser = false }: Omit<GitRun, 'args'>): NodeJS.ProcessEnv {
  const named = Object.entries(settings);
  const isInherited = (key: string): boolean => (asUser ? !FOREIGN.test(key) : REACHING.includes(key));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => isInherited(key))),
    LC_ALL: 'C', TZ: 'UTC', GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'true', GCM_INTERACTIVE: 'never', GIT_ALLOW_PROTOCOL: protocol,
    ...(asUser ? {} : { HOME: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }),
    ...(asUser && named.length === 0 ? {} : { GIT_CONFIG_COUNT: String(named.length) }),
    ...Object.fromEntries(named.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]])),
  };
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
function readdir(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** `fatal: …`, without what was said before. */
function lastWords(words: string): string {
  const lines = words.trim().split('\n');
  const at = lines.findIndex((line) => /^(?:fatal|error|remote): /.test(line));
  return lines.slice(Math.max(0, at)).join(' ').replace(/^(?:fatal|error): /, '').trim() || 'it gave no reason';
}

function failed(why: string): BoxcutterError {
  return new BoxcutterError('git-failed', 'server', `git failed: ${why}`);
}

export function tooLarge(why: string): BoxcutterError {
  return new BoxcutterError('git-too-large', 'input', `The git repository is not read: ${why}.`, {
    hint: 'A repository of bundles holds manifests and metadata.',
  });
}

function missing(): BoxcutterError {
  return new BoxcutterError('git-missing', 'server', 'Reading a git repository needs the program git, and there is none in the PATH.', {
    hint: 'Install git where this runs.',
  });
}
