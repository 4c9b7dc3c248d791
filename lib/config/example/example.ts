/** A configuration to start from: YAML with every key, described, and commented out where it is not needed. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { givenFieldsOf } from './given-values';
import { printable, typeOf } from './outline';
import { isSecretField, keywordOf, PLACEHOLDER, sampleOf, shownDefault } from './sample';
import { readSchema, type SchemaDocument } from '../schema/schema-document';

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
 * @param values what the author gives beside the schema (`values.yaml`)
 * @returns undefined for a schema that cannot be used, or names no keys
 */
export function exampleOf(schema: unknown, { values }: { readonly values?: JsonObject | undefined } = {}): ConfigExample | undefined {
  const document = readSchema(schema);
  if ('fault' in document) return undefined;
  const lines = linesOf(document, document.root, { indent: '', commented: false, levels: LEVELS, values });
  if (lines.length === 0) return undefined;
  const text = `${lines.join('\n').replace(/^\n+/, '')}\n`;
  return { text, hasPlaceholders: text.includes(PLACEHOLDER) };
}

interface Level {
  readonly indent: string;
  /** Something above is commented out. */
  readonly commented: boolean;
  readonly levels: number;
  readonly values?: JsonValue | undefined;
}

function linesOf(document: SchemaDocument, node: JsonValue, { indent, commented, levels, values }: Level): string[] {
  const { fields, required, valueOf } = givenFieldsOf(document, node, values);
  const missing = [...required].filter((key) => !fields.has(key)).map((key): [string, JsonValue] => [key, {}]);
  return [...fields, ...missing].flatMap(([key, child]) => {
    const off = commented || !required.has(key);
    const mark = off ? '# ' : '';
    const preset = presetOf(document, child, valueOf(key));
    const isOpen = levels > 1 && (preset === undefined || isJsonObject(valueOf(key)));
    const nested = isOpen ? linesOf(document, child, {
      indent: `${indent}  `,
      commented: off,
      levels: levels - 1,
      values: valueOf(key),
    }) : [];
    const isWritten = nested.length > 0 && (off || nested.some((line) => !/^\s*#/.test(line)));
    const value = isWritten ? [] : [flow(preset ?? sampleOf(document, child))];
    return [
      ...(levels === LEVELS ? [''] : []),
      ...aboutField(document, child, required.has(key), isWritten ? undefined : preset).map((line) => `${indent}## ${line}`.trimEnd()),
      `${indent}${mark}${[`${quoteKey(key)}:`, ...value].join(' ')}`,
      ...nested,
    ];
  });
}

/** The author's value, otherwise the default; nothing that is secret. */
function presetOf(document: SchemaDocument, node: JsonValue, value: JsonValue | undefined): JsonValue | undefined {
  return isSecretField(document, node) ? undefined : (value ?? shownDefault(document, node));
}

function aboutField(document: SchemaDocument, node: JsonValue, required: boolean, preset: JsonValue | undefined): string[] {
  const description = keywordOf(document, node, 'description') ?? keywordOf(document, node, 'title');
  const facts = [
    typeOf(document, node),
    required ? 'required' : 'optional',
    ...(isSecretField(document, node) ? ['secret'] : []),
    ...(preset === undefined ? [] : [`default ${flow(preset)}`]),
  ];
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
  return JSON.stringify(value)
    .replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function quoteKey(key: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key);
  return isPlain ? key : flow(key);
}
