import { spawn } from 'node:child_process';
import type { Environment } from '../places';

export interface GoOptions {
  readonly env: Environment;
  readonly signal?: AbortSignal | undefined;
  /** Called with each line that go prints. */
  readonly onLine?: (line: string) => void;
  /** Milliseconds without a line after which go is stopped; default: never. */
  readonly silenceMs?: number;
}

export interface GoAnswer {
  readonly code: number;
  /** The last lines that are not names of packages, which `go build -v` and `go list` print. */
  readonly output: string;
  /** It was stopped because it said nothing for too long. */
  readonly stalled: boolean;
}

/** Runs go; undefined when there is no such program. Flags and workspaces of the user's own Go projects do not apply. */
export function runGo(args: readonly string[], cwd: string, options: GoOptions): Promise<GoAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const env = { ...options.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' };
    const child = spawn('go', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...(options.signal && { signal: options.signal }) });
    const said: string[] = [];
    let stalled = false;
    const stall = (): void => {
      stalled = true;
      child.kill('SIGKILL');
    };
    const watchdog = options.silenceMs === undefined ? undefined : setTimeout(stall, options.silenceMs);
    const finish = (answer: Omit<GoAnswer, 'stalled' | 'output'> | undefined): void => {
      clearTimeout(watchdog);
      resolve(answer && { ...answer, stalled, output: said.slice(-100).join('\n') });
    };
    const take = (line: string): void => {
      watchdog?.refresh();
      options.onLine?.(line);
      if (line !== '' && !isPackage(line)) said.push(line);
    };
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split('\n');
        rest = lines.pop() ?? '';
        lines.forEach(take);
      });
      stream.on('end', () => take(rest));
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(watchdog);
      if (error.code === 'ENOENT') finish(undefined);
      else if (error.name === 'AbortError') finish({ code: 1 });
      else reject(error);
    });
    child.on('close', (code) => finish({ code: code ?? 1 }));
  });
}

/** Whether a line is the import path of a package and nothing else. */
export function isPackage(line: string): boolean {
  return /^[\w.~/-]*\/[\w.~/-]*$|^[a-z]+$/.test(line);
}

export function lastLines(text: string, count: number): string {
  return text.trim().split('\n').slice(-count).join('\n');
}
