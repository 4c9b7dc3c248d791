/** The helm program: found, started without anything of its user's, bounded. Versions 3.8 and newer, and 4. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { defined } from '../../../defined';
import { BoxcutterError } from '../../../errors';

/** More output than any revision could hold. */
const MAX_OUTPUT = 64 * 1024 * 1024;
const TIMEOUT_SECONDS = 120;
/** Address space in KiB; usual charts take less than half of it. A template can ask for more memory than the machine has. */
const MAX_MEMORY = 2 * 1024 * 1024;
const OLDEST = [3, 8] as const;

/** How helm ended: its output, or why there is none. */
export type HelmAnswer =
  | { readonly type: 'done'; readonly output: string }
  | { readonly type: 'failed'; readonly messages: string }
  | { readonly type: 'stopped'; readonly why: string };

export interface HelmCall {
  /** Name or path of the program. @default `$HELM`, then `helm` of the PATH */
  readonly helm?: string | undefined;
  readonly args: readonly string[];
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
export function runHelm({ helm, args, home, timeoutSeconds = TIMEOUT_SECONDS }: HelmCall): HelmAnswer {
  const program = programOf(helm);
  const [command, ...words] = withLimit(findProgram(program));
  const { error, status, signal, stdout, stderr } = spawnSync(command, [...words, ...args], {
    cwd: home,
    env: environment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    timeout: timeoutSeconds * 1000,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  if (error !== undefined) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOBUFS':
        return { type: 'stopped', why: `it gave more than ${MAX_OUTPUT / 1024 / 1024} MiB` };
      case 'ETIMEDOUT':
        return { type: 'stopped', why: `it took longer than ${timeoutSeconds} seconds` };
      default:
        throw missing(program, error);
    }
  }
  if (signal !== null) return { type: 'stopped', why: `it was ended by ${signal}` };
  if (/^(?:runtime: out of memory|fatal error: .*memory)/m.test(stderr)) {
    return { type: 'stopped', why: `it needed more than ${MAX_MEMORY / 1024 / 1024} GiB of memory` };
  }
  return status === 0 ? { type: 'done', output: stdout } : { type: 'failed', messages: stderr };
}

/** The shell sets the limit where the system has such, and becomes helm. */
function withLimit(path: string): readonly [command: string, ...words: string[]] {
  return process.platform === 'win32' ? [path] : ['/bin/sh', '-c', `ulimit -v ${MAX_MEMORY} 2>/dev/null; exec "$@"`, 'helm', path];
}

/** The file that a name means, as a shell looks for it. @throws BoxcutterError `helm-missing` */
function findProgram(program: string): string {
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

/**
 * To be asked after a failure: an old helm fails because it does not know the options.
 * @throws BoxcutterError `helm-too-old`, category server
 */
export function expectRecentHelm({ helm, home }: Omit<HelmCall, 'args'>): void {
  const answer = runHelm({ helm, home, args: ['version', '--short'] });
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(answer.type === 'done' ? answer.output : '') ?? [];
  if (major === undefined || Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])) return;
  throw new BoxcutterError(
    'helm-too-old', 'server',
    `${programOf(helm)} is helm ${major}.${minor}, and rendering a chart needs ${OLDEST.join('.')} or newer.`,
    { hint: HOW_TO_GET },
  );
}

const HOW_TO_GET = 'Install helm (https://helm.sh/docs/intro/install), or name the program with the environment variable HELM.';

function programOf(helm: string | undefined): string {
  return helm ?? (process.env['HELM'] || 'helm');
}

function missing(program: string, cause?: Error): BoxcutterError {
  const named = program !== 'helm';
  const message = named
    ? `A chart is rendered by helm, and ${program} cannot be started.`
    : 'A chart is rendered by helm, which is not installed here.';
  return new BoxcutterError('helm-missing', 'server', message, { hint: HOW_TO_GET, ...defined({ cause }) });
}

/** Proxies that nobody listens at: a schema that refers to another host must not make helm go there. */
const NOWHERE = 'http://127.0.0.1:9';

function environment(home: string): NodeJS.ProcessEnv {
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
