/**
 * Runs of a command as processes of their own, to be killed and stopped.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shiftClocks } from './clocks';

const root = join(__dirname, '..', '..');
const LATER_MS = 120_000;

/** What children are started from. */
export interface Children {
  readonly program: string;
  readonly folder: string;
  close(): void;
}

export interface Child {
  /** What it said at its end, or the signal that ended it. */
  readonly ended: Promise<string>;
  signal(signal: NodeJS.Signals): void;
  /** Stops it and waits until it is. */
  stop(): Promise<void>;
  /** Lets it go on, two minutes later by its clocks. */
  wakeLater(): void;
  /** Its wall clock is set forward, or back: milliseconds. The monotonic one goes on. */
  setClock(ms: number): void;
}

/** Bundles the program of the children: one file starts in a fraction of the time that the sources take. */
export function buildChildren(): Children {
  const cache = join(root, 'node_modules', '.cache', 'cdk8s-boxcutter');
  mkdirSync(cache, { recursive: true });
  // Inside of the clone, because packages that are not bundled are looked for from there.
  const folder = mkdtempSync(join(cache, 'faults-'));
  const program = join(folder, 'child.cjs');
  const esbuild = join(root, 'node_modules', 'esbuild', 'bin', 'esbuild');
  const options = [
    '--bundle',
    '--platform=node',
    '--target=node20',
    '--external:@kubernetes/client-node',
    '--log-level=warning',
    `--outfile=${program}`,
  ];
  // As a program: its library does not work inside of jest.
  const { status, stderr } = spawnSync(esbuild, [join(__dirname, 'child.ts'), ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program of the children could not be bundled: ${stderr}`);
  return { program, folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

export function startChild({ program }: Children, scenario: string, kubeconfig: string, namespace: string): Child {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-fault-child-'));
  const clocks = join(folder, 'clocks.json');
  const child = spawn(process.execPath, [program, scenario, kubeconfig, namespace, clocks], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<string>((resolve) => {
    child.once('close', (_code, signal) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(signal ?? said.trim());
    });
  });
  return {
    ended,
    signal: (signal) => void child.kill(signal),
    stop: async () => {
      child.kill('SIGSTOP');
      while (child.exitCode === null && stateOf(child.pid) !== 'T') await new Promise((resolve) => setImmediate(resolve));
    },
    wakeLater: () => {
      shiftClocks(clocks, { wallMs: LATER_MS, monotonicMs: LATER_MS });
      child.kill('SIGCONT');
    },
    setClock: (ms) => shiftClocks(clocks, { wallMs: ms, monotonicMs: 0 }),
  };
}

/** `R` running, `S` sleeping, `T` stopped (proc(5)). */
function stateOf(pid: number | undefined): string | undefined {
  return /\) (\w)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))?.[1];
}
