/** Documents for machines on standard output. */
import type { JsonObject } from '../../api';

export type OutputFormat = 'text' | 'json' | 'yaml';

/** What is asked for is a document, not text for people. */
export function isDocument(format: OutputFormat): format is 'json' | 'yaml' {
  return format !== 'text';
}

export async function printDocument(document: object, format: 'json' | 'yaml'): Promise<void> {
  const json = JSON.stringify(document, null, 2);
  if (format === 'json') {
    process.stdout.write(`${json}\n`);
    return;
  }
  // Loaded when it is needed: start-up stays light.
  const { stringifyYaml } = await import('../../yaml/index.js');
  const text = stringifyYaml(JSON.parse(json) as JsonObject);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}
