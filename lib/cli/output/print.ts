/** Documents for machines on standard output. */
import type { JsonObject } from '../../api';

export type OutputFormat = 'text' | 'json' | 'yaml';

/** What is asked for is a document, not text for people. */
export function isDocument(format: OutputFormat): format is 'json' | 'yaml' {
  return format !== 'text';
}

export async function printDocument(document: object, format: 'json' | 'yaml'): Promise<void> {
  const json = spelledOut(JSON.stringify(document, null, 2));
  if (format === 'json') {
    process.stdout.write(`${json}\n`);
    return;
  }
  // Loaded when it is needed: start-up stays light.
  const { stringifyYaml } = await import('../../yaml/index.js');
  const text = stringifyYaml(JSON.parse(json) as JsonObject);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** JSON spells out only half of the control characters, and a terminal obeys those of the other half, too. The value stays the same. */
function spelledOut(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
