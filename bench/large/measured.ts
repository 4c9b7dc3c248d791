/** The command as a process of its own: its wall time, its largest memory, and what it asked of the API server. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

export interface Measured {
  readonly seconds: number;
  readonly peakMiB: number;
  readonly requests: Readonly<Record<string, number>>;
  /** Objects by what was done to them. */
  readonly actions: Readonly<Record<string, number>>;
}

interface Document {
  readonly status: string;
  readonly requests: Readonly<Record<string, number>>;
  readonly phases: readonly { readonly objects: readonly { readonly action: string }[] }[];
  readonly removed: readonly { readonly action: string }[];
}

const hook = join(__dirname, 'peak-memory.cjs');

/**
 * @param words of the command, without its output format
 * @throws when it does not end with `complete`
 */
export async function measured(
  command: string, words: readonly string[], kubeconfig: string, nodeOptions: readonly string[],
): Promise<Measured> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--require', hook, ...nodeOptions, command, ...words, '-o', 'json'], {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [output = '', errors = '', peak = ''] = await Promise.all(child.stdio.slice(1).map((stream) => text(stream as Readable)));
  const code = await ended;
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${errors}${output.slice(-4000)}`);
  const { status, requests, phases, removed } = JSON.parse(output) as Document;
  if (status !== 'complete') throw new Error(`${words.join(' ')} is ${status}: ${output.slice(-4000)}`);
  const actions: Record<string, number> = {};
  for (const { action } of [...phases.flatMap(({ objects }) => objects), ...removed]) actions[action] = (actions[action] ?? 0) + 1;
  return { seconds, peakMiB: Number(peak) / 1024, requests, actions };
}
