/** What explaining an error of the validator needs to know, and what of a value may be shown. */
import type { ErrorObject } from 'ajv';
import type { JsonValue } from '../../api';
import type { Issue } from '../../issue';
import type { Checker } from '../schema/compile';
import { segmentsOf } from './field-path';
import { configIssue, type Rule, type Shown } from './issues';
import type { SchemaDocument } from '../schema/schema-document';

export interface Explanation {
  readonly document: SchemaDocument;
  readonly checker: Checker;
  /** The configuration as a whole. */
  readonly config: JsonValue;
  readonly installNamespace: string | undefined;
  isSecret(pointer: string): boolean;
}

/** A value, or a key, breaks a rule. */
export function brokenRule(
  { instancePath, propertyName, data }: Pick<ErrorObject, 'instancePath' | 'data' | 'propertyName'>,
  explanation: Explanation,
  broken: Rule,
  got: Shown | 'nothing' = shown(data as JsonValue, instancePath, explanation),
): Issue {
  const path = segmentsOf(instancePath, explanation.config);
  if (propertyName !== undefined) return configIssue('config-invalid-key', { broken }, { path: [...path, propertyName] });
  return configIssue('config-invalid-value', { broken, ...(got === 'nothing' ? {} : { got }) }, { path });
}

export function wrongType(
  { instancePath, data }: Pick<ErrorObject, 'instancePath' | 'data'>, expected: readonly string[], { config }: Explanation,
): Issue {
  return configIssue('config-wrong-type', { expected, found: typeOf(data) }, { path: segmentsOf(instancePath, config) });
}

/** Objects and lists may hold what their own schemas call secret, or what no schema names. */
function shown(value: JsonValue, pointer: string, { isSecret }: Explanation): Shown {
  if (isSecret(pointer)) return { hidden: true };
  return typeof value === 'object' && value !== null ? { type: typeOf(value) } : { value };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
