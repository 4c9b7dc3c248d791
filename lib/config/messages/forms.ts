/** The branches of anyOf and oneOf: which one a value was meant to have, and what tells it apart. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import { alwaysHolding } from '../schema/defaults';
import type { SchemaDocument } from '../schema/schema-document';

/** Keys of a form that a message names. */
const SHOWN_KEYS = 5;

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
    required: [...new Set(schemas.flatMap(({ required }) => textsOf(required)))],
    fixed: new Map(fixed),
    ...defined({
      types: typeof types === 'string' ? [types] : (types as readonly string[] | undefined),
      values,
      known: closed ? new Set(properties.map(([key]) => key)) : undefined,
      title,
    }),
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
  const key = [...chosen.fixed.keys()].find((candidate) =>
    Object.hasOwn(value, candidate) && objects.every(({ fixed }) => fixed.has(candidate)));
  return key === undefined ? undefined : { key, value: value[key] as JsonValue };
}

/** The field that tells the forms of an object apart, with all its values; undefined when there is none. */
export function discriminator(
  forms: readonly Form[],
  value: JsonValue,
): { readonly key: string; readonly values: readonly JsonValue[] } | undefined {
  const objects = forms.filter((form) => isOfType(form, value) && form.values === undefined);
  const key = [...(objects[0]?.fixed.keys() ?? [])].find((candidate) =>
    objects.length > 1 && objects.every(({ fixed }) => fixed.has(candidate)));
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

/** What a message says of a form: its title, its values, its types, its first keys, or its place among the others. */
export type FormSketch =
  | { readonly title: string }
  | { readonly values: readonly JsonValue[] }
  | { readonly types: readonly string[] }
  | { readonly keys: readonly (readonly [key: string, value?: JsonValue])[]; readonly more: boolean }
  | { readonly rules: readonly (readonly [keyword: string, value: JsonValue])[] }
  | { readonly index: number };

export function sketchOf({ title, types, values, required, fixed, known, index }: Form): FormSketch {
  if (title !== undefined) return { title };
  if (values !== undefined) return { values };
  const isObject = types === undefined ? required.length + fixed.size > 0 : types.includes('object');
  if (!isObject) return types === undefined ? { index } : { types };
  const keys = required.length > 0 ? required : [...(known ?? [])];
  return {
    keys: keys.slice(0, SHOWN_KEYS).map((key): readonly [string, JsonValue?] => {
      const [value, ...others] = fixed.get(key) ?? [];
      return value === undefined || others.length > 0 ? [key] : [key, value];
    }),
    more: keys.length > SHOWN_KEYS,
  };
}

function textsOf(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? list.filter((key): key is string => typeof key === 'string') : [];
}
