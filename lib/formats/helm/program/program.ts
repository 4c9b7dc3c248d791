/** The helm program: found, started without anything of its user's, bounded. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';

/** More output than any revision could hold. */
export const MAX_OUTPUT = 64 * 1024 * 1024;
export const TIMEOUT_SECONDS = 120;
/** Address space in KiB; usual charts take less than half of it. A template can ask for more memory than the machine has. */
const MAX_MEMORY = 2 * 1024 * 1024;

/** How helm ended: its output, or why there is none. */
export type HelmAnswer =
  | { readonly type: 'done'; readonly output: string }
  | { readonly type: 'failed'; readonly messages: string }
  | { readonly type: 'stopped'; readonly why: string };

export interface HelmCall {
  /** Name or path of the program. @default `$HELM`, then `helm` of the PATH */
  readonly helm?: string | undefined;
  readonly args: readonly string[];
  /** What it reads from its standard input. @default nothing */
  readonly input?: string;
  /** An empty folder that helm may write to. */
  readonly home: string;
  /** @default 120 */
  readonly timeoutSeconds?: number;
}

/**
 * Runs helm. Plugins, repositories, credentials and the kubeconfig of the user play no part, and nothing reaches a network: what is
 * rendered depends on the chart, the values and the version of helm alone.
 * @throws BoxcutterError `helm-missing`, category server
 */
export function runHelm({ helm, args, home, input = '', timeoutSeconds = TIMEOUT_SECONDS }: HelmCall): HelmAnswer {
  const program = programOf(helm);
  const [command, ...words] = withLimit(findProgram(program));
  const { error, status, signal, stdout, stderr } = spawnSync(command, [...words, ...args], {
    cwd: home,
    env: environment(home),
    input,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    timeout: timeoutSeconds * 1000,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  // A helm that ends before it has read everything has said why.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'EPIPE') {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOBUFS':
        return { type: 'stopped', why: TOO_MUCH };
      case 'ETIMEDOUT':
        return { type: 'stopped', why: tooLong(timeoutSeconds) };
      default:
        throw missing(program, error);
    }
  }
  return answerOf({ status, signal, stdout, stderr });
}

export const TOO_MUCH = `it gave more than ${MAX_OUTPUT / 1024 / 1024} MiB`;
export const tooLong = (seconds: number): string => `it took longer than ${seconds} seconds`;

/** How the program ended. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function answerOf({ status, signal, stdout, stderr }: Ended): HelmAnswer {
  if (signal !== null) return { type: 'stopped', why: `it was ended by ${signal}` };
  if (/^(?:runtime: out of memory|fatal error: .*memory)/m.test(stderr)) {
    return { type: 'stopped', why: `it needed more than ${MAX_MEMORY / 1024 / 1024} GiB of memory` };
  }
  return status === 0 ? { type: 'done', output: stdout } : { type: 'failed', messages: stderr };
}

/** The shell sets the limit where the system has such, and becomes helm. */
export function withLimit(path: string): readonly [command: string, ...words: string[]] {
  return process.platform === 'win32' ? [path] : ['/bin/sh', '-c', `ulimit -v ${MAX_MEMORY} 2>/dev/null; exec "$@"`, 'helm', path];
}

/** The file that a name means, as a shell looks for it. @throws BoxcutterError `helm-missing` */
export function findProgram(program: string): string {
  if (process.platform === 'win32') return program;
  const candidates = program.includes('/')
    ? [program]
    : (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder || '.', program));
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return resolve(candidate);
    } catch {
      // Not there; the next one.
    }
  }
  throw missing(program);
}

export const HOW_TO_GET = 'Install helm (https://helm.sh/docs/intro/install), or name the program with the environment variable HELM.';

/** What the caller names, or the user. */
export function programOf(helm: string | undefined): string {
  return helm ?? (process.env['HELM'] || 'helm');
}

export function missing(program: string, cause?: Error): BoxcutterError {
  const named = program !== 'helm';
  const message = named
    ? `A chart is rendered by helm, and ${program} cannot be started.`
    : 'A chart is rendered by helm, which is not installed here.';
  return new BoxcutterError('helm-missing', 'server', message, { hint: HOW_TO_GET, ...defined({ cause }) });
}

/** Proxies at which no program listens: a schema that refers to another host must not make helm go there. */
const NOWHERE = 'http://127.0.0.1:9';

export function environment(home: string): NodeJS.ProcessEnv {
  const kept = [
    'PATH',
    'Path',
    'PATHEXT',
    'SystemRoot',
    'WINDIR',
  ].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]] as const]));
  const folders = [
    'HELM_CACHE_HOME',
    'HELM_CONFIG_HOME',
    'HELM_DATA_HOME',
    'HELM_PLUGINS',
    'XDG_CACHE_HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
  ];
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(folders.map((name) => [name, join(home, name.toLowerCase())])),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: home,
    TEMP: home,
    TMP: home,
    KUBECONFIG: join(home, 'no-kubeconfig'),
    HELM_NO_PLUGINS: '1',
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    LC_ALL: 'C',
    TZ: 'UTC',
    NO_COLOR: '1',
  };
}
