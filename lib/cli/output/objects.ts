/** Objects as documents, for `kubectl apply -f -` and files. */
import type { KubeObject } from '../../api';
import { escapeInQuotes } from '../../plain-text';
import { stringifyYaml } from '../../yaml';
import { printText } from './terminal/sink';

/** As one YAML stream, or as one List. */
export function printObjects(objects: readonly KubeObject[], format: 'yaml' | 'json'): void {
  const text = format === 'json'
    ? escapeInQuotes(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2))
    : objects.map((object) => stringifyYaml(object as never)).join('---\n');
  printText(text);
}
