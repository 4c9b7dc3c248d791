/** kubectl's own reader of YAML, a program in Go, for tests that compare with it. */
import { execFileSync } from 'node:child_process';
import type { JsonValue } from '../../../lib/api';

/** What kubectl makes of a text: its documents, or why it refuses it. */
export type KubectlAnswer = { readonly documents: readonly JsonValue[]; readonly error?: undefined } | { readonly error: string };

/** Reads many texts with one run of the program. */
export function readAsKubectl(program: string, texts: readonly string[]): KubectlAnswer[] {
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 });
  return output.trimEnd().split('\n').map((line) => {
    const { documents, error } = JSON.parse(line) as { readonly documents: readonly JsonValue[]; readonly error?: string };
    return error === undefined ? { documents } : { error };
  });
}
