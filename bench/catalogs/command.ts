/** What the built command needs for a catalog, from the start of its process to its end. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Used {
  readonly wallSeconds: number;
  /** Of all its threads: what other processes do on the machine changes it little. */
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

/** The built command. */
export const COMMAND = join(__dirname, '..', '..', 'dist', 'bin', 'boxcutter.js');

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The exit code that means that all went well. @default 0 */
  readonly status?: number;
}

/** The median of each figure, and the largest peak. */
export function measureCommand(words: readonly string[], rounds: number, options: CommandOptions = {}): Used {
  const scratch = mkdtempSync(join(tmpdir(), 'boxcutter-bench-'));
  try {
    const [probe, figures] = [join(scratch, 'probe.cjs'), join(scratch, 'figures')];
    const report = `require('node:fs').writeFileSync(${JSON.stringify(figures)}, JSON.stringify(process.resourceUsage()))`;
    writeFileSync(probe, `process.on('exit', () => ${report});`);
    const all = Array.from({ length: rounds }, () => once(['--require', probe, COMMAND, ...words], figures, options));
    return {
      wallSeconds: median(all.map(({ wallSeconds }) => wallSeconds)), cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
      peakMiB: Math.max(...all.map(({ peakMiB }) => peakMiB)),
    };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function once(args: readonly string[], figures: string, { env = process.env, status: expected = 0 }: CommandOptions): Used {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, maxBuffer: 1 << 28, encoding: 'utf8' });
  const wallSeconds = (performance.now() - started) / 1000;
  if (status !== expected) throw new Error(`boxcutter ${args.slice(3).join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(figures, 'utf8')) as NodeJS.ResourceUsage;
  return { wallSeconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMiB: maxRSS / 1024 };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
