/** The branches of anyOf and oneOf: which one a value was meant to have, and how to call them. */
import { isJsonObject, type JsonObject, type JsonValue } from '../api';
import { defined } from '../defined';
import { alwaysHolding } from './defaults';
import type { SchemaDocument } from './schema-document';

/** What a branch says at first sight, with everything it refers to. */
export interface Form {
  readonly index: number;
  /** Undefined: any. */
  readonly types?: readonly string[];
  /** Values that it allows, as const or enum. */
  readonly values?: readonly JsonValue[];
  readonly required: readonly string[];
  /** Fields that have only these values. */
  readonly fixed: ReadonlyMap<string, readonly JsonValue[]>;
  /** Undefined: others are allowed. */
  readonly known?: ReadonlySet<string>;
  readonly title?: string;
}

export function formsOf(document: SchemaDocument, branches: readonly JsonValue[]): Form[] {
  return branches.map((branch, index) => formOf(document, branch, index));
}

function formOf(document: SchemaDocument, branch: JsonValue, index: number): Form {
  const schemas = isJsonObject(branch) ? alwaysHolding(document, branch) : [];
  const types = schemas.map(({ type }) => type).find((type) => type !== undefined);
  const values = schemas.map(valuesOf).find((list) => list !== undefined);
  const title = schemas.map((schema) => schema['title']).find((text) => typeof text === 'string');
  const properties = schemas.flatMap(({ properties: map }) => (isJsonObject(map) ? Object.entries(map) : []));
  const fixed = properties.flatMap(([key, schema]): [string, readonly JsonValue[]][] => {
    const allowed = isJsonObject(schema) ? alwaysHolding(document, schema).map(valuesOf).find((list) => list !== undefined) : undefined;
    return allowed === undefined ? [] : [[key, allowed]];
  });
  const closed = schemas.some((schema) => schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false);
  return {
    index,
    required: [...new Set(schemas.flatMap(({ required }) => (Array.isArray(required) ? required.filter((key): key is string => typeof key === 'string') : [])))],
    fixed: new Map(fixed),
    ...(types === undefined ? {} : { types: typeof types === 'string' ? [types] : (types as readonly string[]) }),
    ...defined({ values }),
    ...(closed ? { known: new Set(properties.map(([key]) => key)) } : {}),
    ...defined({ title }),
  };
}

function valuesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as readonly JsonValue[]) : undefined;
}

/** The form that a value was meant to have. */
export interface Nearest {
  readonly form: Form;
  /** No other comes into question. */
  readonly certain: boolean;
  /** The field whose value decided it. */
  readonly decidedBy?: { readonly key: string; readonly value: JsonValue };
}

/** Undefined: several fit equally badly. */
export function nearestForm(forms: readonly Form[], value: JsonValue): Nearest | undefined {
  const possible = forms.filter((form) => form.values === undefined && isOfType(form, value) && !contradicts(form, value));
  const [only] = possible;
  if (possible.length === 1 && only !== undefined) {
    const decidedBy = decisionOf(forms, only, value);
    return { form: only, certain: true, ...defined({ decidedBy }) };
  }
  const ranked = possible.map((form) => ({ form, faults: faultsOf(form, value) })).sort((a, b) => a.faults - b.faults);
  const [first, second] = ranked;
  return first !== undefined && second !== undefined && first.faults < second.faults ? { form: first.form, certain: false } : undefined;
}

/** The field with whose value the user chose this form: all forms of an object have fixed values there. */
function decisionOf(forms: readonly Form[], chosen: Form, value: JsonValue): Nearest['decidedBy'] {
  if (!isJsonObject(value)) return undefined;
  const objects = forms.filter((form) => isOfType(form, value));
  const key = [...chosen.fixed.keys()].find((candidate) => Object.hasOwn(value, candidate) && objects.every(({ fixed }) => fixed.has(candidate)));
  return key === undefined ? undefined : { key, value: value[key] as JsonValue };
}

/** The field that tells the forms of an object apart, with all its values; undefined when there is none. */
export function discriminator(
  forms: readonly Form[],
  value: JsonValue,
): { readonly key: string; readonly values: readonly JsonValue[] } | undefined {
  const objects = forms.filter((form) => isOfType(form, value) && form.values === undefined);
  const key = [...(objects[0]?.fixed.keys() ?? [])].find((candidate) => objects.length > 1 && objects.every(({ fixed }) => fixed.has(candidate)));
  return key === undefined ? undefined : { key, values: [...new Set(objects.flatMap(({ fixed }) => fixed.get(key) ?? []))] };
}

export function isOfType({ types }: Form, value: JsonValue): boolean {
  if (types === undefined) return true;
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.some((allowed) => allowed === type || (allowed === 'integer' && Number.isInteger(value)));
}

/** A field has a value that this form does not have there. */
function contradicts({ fixed }: Form, value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const isAllowed = (allowed: readonly JsonValue[], given: JsonValue | undefined): boolean =>
    allowed.some((other) => JSON.stringify(other) === JSON.stringify(given));
  return [...fixed].some(([key, allowed]) => Object.hasOwn(value, key) && !isAllowed(allowed, value[key]));
}

function faultsOf({ required, known }: Form, value: JsonValue): number {
  if (!isJsonObject(value)) return 0;
  const missing = required.filter((key) => !Object.hasOwn(value, key)).length;
  return missing + (known === undefined ? 0 : Object.keys(value).filter((key) => !known.has(key)).length);
}

/** A form in a few words: `an object with type "s3" and bucket`. */
export function nameForm({ title, types, values, required, fixed, known, index }: Form): string {
  if (title !== undefined) return title.slice(0, 60);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' or ').slice(0, 80);
  const isObject = types === undefined ? required.length + fixed.size > 0 : types.includes('object');
  if (!isObject) return types === undefined ? `form ${index + 1}` : types.map(withArticle).join(' or ');
  const keys = required.length > 0 ? required : [...(known ?? [])];
  const parts = keys.slice(0, 5).map((key) => {
    const allowed = fixed.get(key);
    return allowed?.length === 1 ? `${key} ${JSON.stringify(allowed[0])}` : key;
  });
  if (keys.length > 5) parts.push('…');
  return parts.length === 0 ? 'an object' : `an object with ${listOf(parts, 'and')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(parts: readonly string[], word: 'and' | 'or'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
