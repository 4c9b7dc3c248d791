/** The helm program, beside everything else that this process does: with a folder and a kubeconfig of its own, which go with it. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BoxcutterError } from '../../errors';

/** Field manager of what helm writes. */
const HELM_MANAGER = 'helm';

/** Characters of what it says: the end has the reason. */
const MAX_WORDS = 4_000;
const TIMEOUT_MS = 300_000;

export interface HelmRun {
  /** Path or name of the program. */
  readonly program: string;
  /** @param chart the folder of the chart */
  readonly args: (chart: string) => readonly string[];
  readonly kubeconfig: string;
  /** By path within the chart. */
  readonly files?: Readonly<Record<string, string>>;
  /** Ends it at once: nobody may write any more. */
  readonly signal: AbortSignal;
}

/** @returns what it printed. @throws BoxcutterError `helm-failed` (server) with the end of what it said */
export async function runHelm({ program, args, kubeconfig, files = {}, signal }: HelmRun): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'boxcutter-release-'));
  try {
    const chart = join(home, 'chart');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(chart, path)), { recursive: true });
      writeFileSync(join(chart, path), text, { mode: 0o600 });
    }
    const config = join(home, 'kubeconfig');
    writeFileSync(config, kubeconfig, { mode: 0o600 });
    return await ended(program, args(chart), { home, config, signal });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function ended(
  program: string, args: readonly string[],
  { home, config, signal }: { readonly home: string; readonly config: string; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      // The name under which helm holds the fields that it writes.
      argv0: HELM_MANAGER,
      cwd: home, env: environment(home, config), stdio: ['ignore', 'pipe', 'pipe'], killSignal: 'SIGKILL', timeout: TIMEOUT_MS, signal,
    });
    let output = '';
    let words = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-MAX_WORDS)));
    child.once('error', (error) => reject(failed(`${program} could not be run: ${error.message}`)));
    child.once('close', (code, ending) => {
      if (code === 0) resolve(output);
      else if (code === null) reject(failed(`helm was ended by ${ending}`));
      else reject(failed(words.trim().replace(/^Error: /, '')));
    });
  });
}

function failed(message: string): BoxcutterError {
  return new BoxcutterError('helm-failed', 'server', message);
}

/** Nothing of the user of this process plays a part: no plugins, repositories or credentials. */
function environment(home: string, config: string): NodeJS.ProcessEnv {
  const folders = [
    'HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME', 'HELM_PLUGINS', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME',
  ];
  return {
    ...Object.fromEntries(folders.map((name) => [name, join(home, name.toLowerCase())])),
    PATH: process.env['PATH'], HOME: home, TMPDIR: home, KUBECONFIG: config, HELM_NO_PLUGINS: '1', LC_ALL: 'C', TZ: 'UTC', NO_COLOR: '1',
  };
}
