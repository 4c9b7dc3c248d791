/** The keeper as a process of its own: bundled as the command is, and run by plain Node. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { FromKeeper, Sample, ToKeeper } from './messages';

/** One file, so that what tools need to run TypeScript is not in the memory that is measured. */
export async function bundleKeeper(root: string): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'cdk8s-boxcutter');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, 'bench-keeper.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/scale/keeper-process.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'error',
  });
  return outfile;
}

export class KeeperProcess {
  readonly samples: Sample[] = [];
  readonly others: string[] = [];
  /** When drift of an object was decided and repaired, by name of the object. */
  readonly decided = new Map<string, { readonly at: number; readonly decidingMs: number }>();
  readonly repaired = new Map<string, number>();
  private readonly listeners = new Set<(message: FromKeeper) => void>();

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message: FromKeeper) => {
      if (message.type === 'sample') this.samples.push(message);
      if (message.type === 'other') this.others.push(message.text);
      if (message.type === 'drift') this.decided.set(message.name, message);
      if (message.type === 'repaired') this.repaired.set(message.name, message.at);
      for (const listener of [...this.listeners]) listener(message);
    });
    child.on('exit', (code) => {
      if (code !== 0) throw new Error(`the keeper ended with ${String(code)}`);
    });
  }

  static start(file: string, kubeconfig: string): KeeperProcess {
    return new KeeperProcess(fork(file, [kubeconfig], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  next<Type extends FromKeeper['type']>(
    type: Type, isRight: (message: Extract<FromKeeper, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<FromKeeper, { type: Type }>> {
    return new Promise((resolve) => {
      const listener = (message: FromKeeper): void => {
        if (message.type !== type || !isRight(message as never)) return;
        this.listeners.delete(listener);
        resolve(message as never);
      };
      this.listeners.add(listener);
    });
  }

  /** How late timers were since this was asked last. */
  async loop(): Promise<Extract<FromKeeper, { type: 'loop' }>> {
    const answer = this.next('loop');
    this.child.send({ type: 'loop' } satisfies ToKeeper);
    return answer;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.send({ type: 'stop' } satisfies ToKeeper);
    await ended;
  }
}
