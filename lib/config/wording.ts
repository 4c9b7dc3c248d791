/** The sentences of S3, and what of a value may be shown in them. */
import type { ErrorObject } from 'ajv';
import type { JsonValue } from '../api';
import type { Checker } from './compile';
import { fieldOf, joinField } from './field-path';
import type { SchemaDocument } from './schema-document';

/** Longest value in a message, in characters. */
export const LONGEST_VALUE = 60;
/** Longest list of allowed values. */
export const LONGEST_LIST = 300;

/** Everything that a sentence may need to know. */
export interface Explanation {
  readonly document: SchemaDocument;
  readonly checker: Checker;
  /** The configuration as a whole. */
  readonly config: JsonValue;
  readonly installNamespace: string | undefined;
  isSecret(pointer: string): boolean;
}

/** `invalid value for field 'x' must … but got …`; without `got` the value itself, where it may be shown. */
export function sentence(error: Pick<ErrorObject, 'instancePath' | 'data' | 'propertyName'>, explanation: Explanation, rule: string, got?: string): string {
  const { instancePath, propertyName, data } = error;
  const field = fieldOf(instancePath, explanation.config);
  if (propertyName !== undefined) return `invalid key '${joinField(field, propertyName)}' ${rule}`;
  const shown = got ?? show(data as JsonValue, instancePath, explanation);
  return `invalid value${named(field)} ${rule}${shown === '' ? '' : ` but got ${shown}`}`;
}

export function named(field: string): string {
  return field === '' ? '' : ` for field '${field}'`;
}

export function typeProblem({ instancePath, data }: Pick<ErrorObject, 'instancePath' | 'data'>, types: readonly string[], { config }: Explanation): string {
  return `invalid type${named(fieldOf(instancePath, config))} got ${typeOf(data)} expected ${types.join(' or ')}`;
}

/** With a space after each comma, as S3 writes it. */
export function oneOfValues(values: readonly JsonValue[]): string {
  return `must be one of ${cut(`[${values.map((value) => JSON.stringify(value)).join(', ')}]`, LONGEST_LIST)}`;
}

/** A value for a message. Objects and lists may hold what their own schemas call secret, or what no schema names. */
function show(value: JsonValue, pointer: string, { isSecret }: Explanation): string {
  if (isSecret(pointer)) return 'another (not shown)';
  return typeof value === 'object' && value !== null ? typeOf(value) : shortJson(value, LONGEST_VALUE);
}

/** JSON, cut where it is long. */
export function shortJson(value: JsonValue, longest: number): string {
  return cut(JSON.stringify(value), longest);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
