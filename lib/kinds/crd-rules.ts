/** The rules (CEL) that stand in the schemas of our kinds, as the API server evaluates them when an object is created. */
import { asObject, type JsonValue } from '../api';
import { brokenRules, type Schema, type ValidationRule } from '../api/schema';
import type { Rule } from '../cel';
import type { Issue, Segment } from '../issue';
import { kindIssue } from './issues';

/** Everything in a value that breaks a rule of its schema. The value has passed the check of its structure. */
export function ruleIssues(schema: Schema, value: JsonValue | undefined, path: readonly Segment[]): Issue[] {
  return brokenRules(schema, value, holds, path).map((broken) => {
    const shown = typeof broken.value === 'string' ? { value: broken.value } : {};
    return kindIssue('broken-rule', { rule: broken.rule.message, ...shown }, { path: broken.path });
  });
}

function holds({ rule }: ValidationRule, value: JsonValue): boolean {
  return compiled(rule)(cel().celValue(withoutNulls(value))) === true;
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
