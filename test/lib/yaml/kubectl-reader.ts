/** kubectl's own reader of YAML, a program in Go, for tests that compare with it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { JsonValue } from '../../../lib/api';

/** What kubectl makes of a text: its documents, or why it refuses it. */
export type KubectlAnswer = { readonly documents: readonly JsonValue[]; readonly error?: undefined } | { readonly error: string };

/** Path of the program, built once into the user's cache; undefined where there is neither the program nor Go. */
export function kubectlReader(): string | undefined {
  const tools = join(__dirname, '../../../tools/go-tools.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [tools, 'kubectl-reader'], { encoding: 'utf8' });
  if (status === 0) return stdout.trim().split('\n').at(-1);
  if (stderr.includes('there is no Go here')) return undefined;
  throw new Error(stderr);
}

/** Reads many texts with one run of the program. */
export function readAsKubectl(program: string, texts: readonly string[]): KubectlAnswer[] {
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 });
  return output.trimEnd().split('\n').map((line) => {
    const { documents, error } = JSON.parse(line) as { readonly documents: readonly JsonValue[]; readonly error?: string };
    return error === undefined ? { documents } : { error };
  });
}
