/** The process that is measured, as a user starts it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { round } from '../scale/results';

const root = join(__dirname, '..', '..');

export interface Place {
  readonly kubeconfig: string;
  /** Cache and settings of the process. */
  readonly home: string;
  /** Of the registry. */
  readonly host: string;
}

export interface Sample {
  readonly rssMiB: number;
  readonly peakMiB: number;
  readonly cpuSeconds: number;
  readonly openFiles: number;
  /** In its folder. */
  readonly files: number;
}

export class Controllers {
  private constructor(private readonly child: ChildProcess, private readonly home: string) {}

  /** Resolves when it reconciles. */
  static async start({ kubeconfig, home, host }: Place): Promise<Controllers> {
    const settings = join(home, 'registries.yaml');
    writeFileSync(settings, JSON.stringify({ registries: { [host]: { plainHttp: true } } }));
    const child = spawn(process.execPath, [
      join(root, 'dist', 'bin', 'boxcutter.js'), 'controller', 'run', '--health-address', '127.0.0.1:0',
      '--metrics-address', '127.0.0.1:0', '--catalogs-address', '127.0.0.1:0', '--catalogs-directory', join(home, 'catalogs'),
    ], {
      env: { ...process.env, KUBECONFIG: kubeconfig, BOXCUTTER_REGISTRIES: settings, BOXCUTTER_CACHE: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const controllers = new Controllers(child, home);
    await new Promise<void>((begun, failed) => {
      child.once('close', () => failed(new Error('the controllers ended')));
      child.stdout?.on('data', (text: Buffer) => {
        if (text.toString().includes('"reconciling"')) begun();
      });
    });
    return controllers;
  }

  sample(): Sample {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    const kilobytes = (key: string): number => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    return {
      rssMiB: round(kilobytes('VmRSS') / 1024), peakMiB: round(kilobytes('VmHWM') / 1024), cpuSeconds: this.cpuSeconds(),
      openFiles: readdirSync(`/proc/${this.child.pid}/fd`).length, files: readdirSync(this.home, { recursive: true }).length,
    };
  }

  /** Until it has used next to no processor time for a second. */
  async quiet(): Promise<void> {
    for (let before = -1, now = this.cpuSeconds(); now - before > 0.05; now = this.cpuSeconds()) {
      before = now;
      await sleep(1_000);
    }
  }

  async stop(): Promise<void> {
    const ended = new Promise<void>((done) => this.child.once('close', () => done()));
    this.child.kill('SIGTERM');
    await ended;
  }

  private cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }
}
