/** A configuration to start from: YAML with every key, described, and commented out where it is not needed. */
import type { JsonValue } from '../api';
import { printable, typeOf } from './outline';
import { fieldsOf, isSecretField, keywordOf, PLACEHOLDER, sampleOf, shownDefault } from './sample';
import { readSchema, type SchemaDocument } from './schema-document';

export interface ConfigExample {
  /** Descriptions begin with `##`, keys that are not required with `#`. */
  readonly text: string;
  /** There is something to fill in: `CHANGE-ME` stands there. */
  readonly hasPlaceholders: boolean;
}

/** Levels of objects that are written out. */
const LEVELS = 2;
const WIDTH = 100;

/**
 * An example of a configuration. As it is, and with any of the commented keys taken in, it fits the schema, as far as the placeholders are
 * filled in and no rule ties fields together.
 * @returns undefined for a schema that cannot be used, or names no keys
 */
export function exampleOf(schema: unknown): ConfigExample | undefined {
  const document = readSchema(schema);
  if ('problem' in document) return undefined;
  const lines = linesOf(document, document.root, '', false, LEVELS);
  if (lines.length === 0) return undefined;
  const text = `${lines.join('\n').replace(/^\n+/, '')}\n`;
  return { text, hasPlaceholders: text.includes(PLACEHOLDER) };
}

function linesOf(document: SchemaDocument, node: JsonValue, indent: string, commented: boolean, levels: number): string[] {
  const { fields, required } = fieldsOf(document, node);
  const missing = [...required].filter((key) => !fields.has(key)).map((key): [string, JsonValue] => [key, {}]);
  return [...fields, ...missing].flatMap(([key, child]) => {
    const off = commented || !required.has(key);
    const mark = off ? '# ' : '';
    const nested = levels > 1 && shownDefault(document, child) === undefined ? linesOf(document, child, `${indent}  `, off, levels - 1) : [];
    const isWritten = nested.length > 0 && (off || nested.some((line) => !/^\s*#/.test(line)));
    const value = isWritten ? [] : [flow(sampleOf(document, child))];
    return [
      ...(levels === LEVELS ? [''] : []),
      ...aboutField(document, child, required.has(key)).map((line) => `${indent}## ${line}`.trimEnd()),
      `${indent}${mark}${[`${quoteKey(key)}:`, ...value].join(' ')}`,
      ...nested,
    ];
  });
}

function aboutField(document: SchemaDocument, node: JsonValue, required: boolean): string[] {
  const description = keywordOf(document, node, 'description') ?? keywordOf(document, node, 'title');
  const preset = shownDefault(document, node);
  const facts = [typeOf(document, node), required ? 'required' : 'optional', ...(isSecretField(document, node) ? ['secret'] : []), ...(preset === undefined ? [] : [`default ${flow(preset)}`])];
  const words = typeof description === 'string' ? printable(description).split('\n').flatMap((line) => wrapped(line.trim())) : [];
  return [...words, ...wrapped(`(${facts.join(', ')})`)];
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word);
    else lines[last] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** JSON is YAML; with text in plain letters where nothing else could be read into it. */
function flow(value: JsonValue): string {
  if (value === PLACEHOLDER) return PLACEHOLDER;
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function quoteKey(key: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key);
  return isPlain ? key : flow(key);
}
