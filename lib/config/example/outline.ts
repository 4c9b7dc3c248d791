/** What can be configured, as rows for people and programs. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import { formsOf } from '../messages/forms';
import { givenFieldsOf } from './given-values';
import { fieldsOf, isSecretField, keywordOf, shownDefault } from './sample';
import { readSchema, type SchemaDocument } from '../schema/schema-document';
import { joinField } from '../messages/field-path';

export interface ConfigKey {
  /** `storage.size`; what is in a list as `disks[].size`, further keys of a map as `labels.*`. */
  readonly key: string;
  /** `string`, `integer or null`, `"a" or "b"`, `list of object`. */
  readonly type: string;
  /** The object that holds it has to have it. */
  readonly required: boolean;
  /** Values are not to be shown. */
  readonly secret: boolean;
  /** Absent for secrets, too. */
  readonly default?: JsonValue;
  readonly description?: string;
}

/** Allowed values that a type names. */
const SHOWN_VALUES = 6;

/**
 * The keys that a schema names, in its order, each followed by those below it.
 * @param values what the author gives beside the schema (`values.yaml`): defaults, and keys that the schema does not name
 * @returns empty for a schema that cannot be used; `validateConfig` says why
 */
export function outlineOf(schema: unknown, { levels = 2, values }: OutlineOptions = {}): readonly ConfigKey[] {
  const document = readSchema(schema);
  return 'fault' in document ? [] : rowsBelow(document, document.root, '', levels, values);
}

export interface OutlineOptions {
  /** How deep to go. @default 2 */
  readonly levels?: number;
  readonly values?: JsonObject | undefined;
}

function rowsBelow(document: SchemaDocument, node: JsonValue, path: string, levels: number, values?: JsonValue): ConfigKey[] {
  if (levels === 0) return [];
  const { fields, required, valueOf } = givenFieldsOf(document, node, values);
  const named = [...fields].flatMap(([key, child]) => {
    const name = joinField(path, key);
    const value = valueOf(key);
    const below = rowsBelow(document, child, name, levels - 1, value);
    // An object is recognised by its keys where they follow.
    return [rowOf(document, child, name, required.has(key), isJsonObject(value) && below.length > 0 ? undefined : value), ...below];
  });
  const items = keywordOf(document, node, 'items');
  const others = keywordOf(document, node, 'additionalProperties');
  return [
    ...named,
    ...(isJsonObject(items) ? rowsBelow(document, items, `${path}[]`, levels) : []),
    ...(isJsonObject(others) && path !== '' ? rowsBelow(document, others, `${path}.*`, levels) : []),
  ];
}

function rowOf(document: SchemaDocument, node: JsonValue, key: string, required: boolean, value?: JsonValue): ConfigKey {
  const description = keywordOf(document, node, 'description') ?? keywordOf(document, node, 'title');
  const secret = isSecretField(document, node);
  const preset = secret ? undefined : (value ?? shownDefault(document, node));
  return {
    key,
    type: typeOf(document, node),
    required,
    secret,
    ...defined({ default: preset }),
    ...(typeof description === 'string' ? { description: printable(description) } : {}),
  };
}

/** A type in a few words. */
export function typeOf(document: SchemaDocument, node: JsonValue, level = 0): string {
  const [form] = formsOf(document, [node]);
  if (form?.values !== undefined) {
    const names = form.values.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value));
    return printable([...names, ...(form.values.length > SHOWN_VALUES ? ['…'] : [])].join(' or '));
  }
  const types = form?.types ?? [];
  if (types.length === 0) {
    const forms = keywordOf(document, node, 'oneOf') ?? keywordOf(document, node, 'anyOf');
    if (Array.isArray(forms) && level < 3) {
      return [...new Set((forms as readonly JsonValue[]).slice(0, SHOWN_VALUES)
        .map((child) => typeOf(document, child, level + 1)))].join(' or ');
    }
    return fieldsOf(document, node).fields.size > 0 ? 'object' : 'any';
  }
  const items = keywordOf(document, node, 'items');
  return types.map((type) => (type === 'array'
    ? (isJsonObject(items) && level < 3 ? `list of ${typeOf(document, items, level + 1)}` : 'list')
    : type)).join(' or ');
}

/** Text of an author for a terminal or a comment: without control characters, also those that turn the direction of writing. */
export function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, ' ').trim();
}
