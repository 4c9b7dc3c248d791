import type { KubeObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import type { RenderArgs } from '../commands/render';
import { readInput, type Input } from '../../source/input';

/** Prints the revision manifest and its content Secrets; reaches no cluster. */
export async function render(args: RenderArgs): Promise<number> {
  const input = await readInput({ ...args, onNote: (note) => void process.stderr.write(`${note}\n`) });
  printObjects(revisionDocuments(input), args.output);
  return 0;
}

export function revisionDocuments({ compiled, documents }: Input): readonly KubeObject[] {
  return documents ?? [compiled?.manifest as unknown as KubeObject, ...(compiled?.contentSecrets ?? [])];
}

/** As one YAML stream, or as one List. */
export function printObjects(objects: readonly KubeObject[], format: 'yaml' | 'json'): void {
  const text = format === 'json' ? JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2) : objects.map((object) => stringifyYaml(object as never)).join('---\n');
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}
