/** The rules (CEL) that stand in the schemas of our kinds, as the API server evaluates them when an object is created. */
import { asObject, type JsonValue } from '../api';
import type { Schema, ValidationRule } from '../api/schema';
import type { Rule } from '../cel';
import type { Issue, Segment } from '../issue';
import { kindIssue } from './issues';

/** Everything in a value that breaks a rule of its schema. The value has passed the check of its structure. */
export function brokenRules(schema: Schema, value: JsonValue | undefined, path: readonly Segment[] = []): Issue[] {
  if (value === undefined || value === null) return [];
  const own = (schema['x-kubernetes-validations'] ?? []).filter((rule) => !isAboutChange(rule)).flatMap((rule) => broken(rule, value, path));
  return [...own, ...insideOf(schema, value, path)];
}

function insideOf(schema: Schema, value: JsonValue, path: readonly Segment[]): Issue[] {
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items === undefined ? [] : (value as readonly JsonValue[]).flatMap((item, index) => brokenRules(items, item, [...path, index]));
  }
  return Object.entries(asObject(value) ?? {}).flatMap(([name, member]) => {
    const child = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    return child === undefined ? [] : brokenRules(child, member, [...path, name]);
  });
}

/** Rules with `oldSelf` compare with the object before: they do not apply where there was none. */
function isAboutChange({ rule }: ValidationRule): boolean {
  return /\boldSelf\b/.test(rule);
}

function broken(rule: ValidationRule, value: JsonValue, path: readonly Segment[]): Issue[] {
  const { celValue } = cel();
  if (compiled(rule.rule)(celValue(withoutNulls(value))) === true) return [];
  const inside = rule.fieldPath?.split('.').filter((name) => name !== '') ?? [];
  const shown = typeof value === 'string' && inside.length === 0 ? { value } : {};
  return [kindIssue('broken-rule', { rule: rule.message, ...shown }, { path: [...path, ...inside] })];
}

/** The API server drops nulls that a schema does not allow before it looks at rules; a field that is null is absent. */
function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutNulls);
  const object = asObject(value);
  if (object === undefined) return value;
  const members = Object.entries(object).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

const rules = new Map<string, Rule>();

function compiled(text: string): Rule {
  let rule = rules.get(text);
  if (rule === undefined) rules.set(text, (rule = cel().compileRule(text, 'crd')));
  return rule;
}

/** Loaded when there is an object of our kinds: the library takes as long to load as the rest of the synthesis. */
function cel(): typeof import('../cel') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a dynamic import would make the check asynchronous
  return require('../cel') as typeof import('../cel');
}
