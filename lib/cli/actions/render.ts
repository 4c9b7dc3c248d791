import type { KubeObject } from '../../api';
import { stringifyYaml } from '../../yaml';
import type { RenderArgs } from '../commands/render';
import { readRevision } from '../../source';
import { note } from '../output/note';
import { escapeInQuotes } from '../../plain-text';
import { printText } from '../output/terminal/sink';

/** Prints the revision manifest and its content Secrets; reaches no cluster. */
export async function render(args: RenderArgs): Promise<number> {
  const { documents } = await readRevision(args.path, args, { onNote: note });
  printObjects(documents(), args.output);
  return 0;
}

/** As one YAML stream, or as one List. */
export function printObjects(objects: readonly KubeObject[], format: 'yaml' | 'json'): void {
  const text = format === 'json'
    ? escapeInQuotes(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2))
    : objects.map((object) => stringifyYaml(object as never)).join('---\n');
  printText(text);
}
