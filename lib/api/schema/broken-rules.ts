import type { Segment } from '../../issue';
import { asObject, type JsonValue } from '../object';
import type { Schema, ValidationRule } from './schema';

/** A rule that a value breaks. */
export interface BrokenRule {
  readonly rule: ValidationRule;
  /** The field that the API server names. */
  readonly path: readonly Segment[];
  /** The value that carries the rule. */
  readonly value: JsonValue;
}

/**
 * The rules that a new object breaks. Rules about changes (with `oldSelf`) are left out.
 * @param value has the structure that the schema says
 * @param holds evaluates a rule
 */
export function brokenRules(
  schema: Schema, value: JsonValue | undefined, holds: (rule: ValidationRule, value: JsonValue) => boolean, path: readonly Segment[] = [],
): BrokenRule[] {
  if (value === undefined || value === null) return [];
  const rules = (schema['x-kubernetes-validations'] ?? []).filter(({ rule }) => !/\boldSelf\b/.test(rule));
  const own = rules.filter((rule) => !holds(rule, value)).map((rule) => ({ rule, path: [...path, ...segmentsOf(rule)], value }));
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value)) {
    const entries = items === undefined ? [] : (value as readonly JsonValue[]);
    return [...own, ...entries.flatMap((item, index) => brokenRules(items ?? {}, item, holds, [...path, index]))];
  }
  const inside = Object.entries(asObject(value) ?? {}).flatMap(([name, member]) => {
    const child = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return child === undefined ? [] : brokenRules(child, member, holds, [...path, name]);
  });
  return [...own, ...inside];
}

function segmentsOf({ fieldPath = '' }: ValidationRule): readonly Segment[] {
  return fieldPath.split('.').filter((name) => name !== '');
}
