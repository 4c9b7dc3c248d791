/** Documents for machines on standard output. */
import type { JsonObject } from '../../api';
import { escapeInQuotes } from '../../plain-text';
import { printText } from './terminal/sink';

export type OutputFormat = 'text' | 'json' | 'yaml';

/** What is asked for is a document, not text for people. */
export function isDocument(format: OutputFormat): format is 'json' | 'yaml' {
  return format !== 'text';
}

export async function printDocument(document: object, format: 'json' | 'yaml'): Promise<void> {
  const json = JSON.stringify(document, null, 2);
  if (format === 'json') {
    printText(escapeInQuotes(json));
    return;
  }
  // Loaded when it is needed: start-up stays light.
  const { stringifyYaml } = await import('../../yaml/index.js');
  printText(stringifyYaml(JSON.parse(json) as JsonObject));
}

/** One document of a stream of them, on a line of its own. JSON is YAML, too. */
export function printStreamed(document: object, format: 'json' | 'yaml'): void {
  printText(`${format === 'yaml' ? '---\n' : ''}${escapeInQuotes(JSON.stringify(document))}`);
}
