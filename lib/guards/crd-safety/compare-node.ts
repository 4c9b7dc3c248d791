/**
 * One place of a schema before and after, without what is below it. Each check looks at its keyword; what differs beside those is
 * `unhandled`: a change that nobody has a rule for is not passed as safe. Empty values count as absent, as they do in the API server.
 */
import { asObject, type JsonObject } from '../../api';
import type { Budget } from './budget';
import { compareRest, type Report } from './compare-rest';
import type { CrdCheck } from './issue';
import { canonicalText, listIn, shorten } from './json-text';

/** Keywords whose value is one schema, which is walked into. */
const WALKED: ReadonlySet<string> = new Set(['items', 'additionalProperties']);

const MAXIMA = ['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const;
const MINIMA = ['minimum', 'minItems', 'minLength', 'minProperties'] as const;

export function compareNode(old: JsonObject, next: JsonObject, budget: Budget, report: Report, enumAdditions: 'allow' | 'refuse'): void {
  if (isUntouched(old, next)) return;
  compareDefault(old, next, budget, report);
  const [said, says] = [textOf(old['description']), textOf(next['description'])];
  if (said !== says) report('description', 'changed', `description changed : ${quoted(said)} -> ${quoted(says)}`);
  compareEnum(old, next, budget, report, enumAdditions);
  for (const key of MAXIMA) if (next[key] !== undefined) {
    compareLimit(key, old[key], next[key], (before, after) => after < before, ['maximum', 'decreased'], report);
  }
  for (const key of MINIMA) if (next[key] !== undefined) {
    compareLimit(key, old[key], next[key], (before, after) => after > before, ['minimum', 'increased'], report);
  }
  const [was, is] = [old['nullable'] === true, next['nullable'] === true];
  if (was !== is) report('nullable', is ? 'loosened' : 'tightened', `nullable ${is ? 'added' : 'removed'} : ${was} -> ${is}`);
  compareOneOf(old, next, budget, report);
  const [before, after] = [textOf(old['pattern']), textOf(next['pattern'])];
  if (before !== after) {
    report(
      'pattern',
      before === '' ? 'added' : after === '' ? 'loosened' : 'changed',
      `pattern ${before === '' ? 'added' : after === '' ? 'removed' : 'changed'} : ${quoted(before)} -> ${quoted(after)}`,
    );
  }
  if (next['required'] !== undefined) {
    const { added } = compareSets(old['required'], next['required'], textOf);
    if (added.length > 0) {
      report('required', added.every((name) => hasDefault(next, name)) ? 'covered' : 'added', `new required fields: ${listed(added)}`);
    }
  }
  if (textOf(old['type']) !== textOf(next['type'])) {
    report('type', 'changed', `type changed : ${quoted(old['type'])} -> ${quoted(next['type'])}`);
  }
  compareRest(old, next, budget, report);
}

/** Most places are the same in both: seen by what they have, which is little, not by what they might have. */
function isUntouched(old: JsonObject, next: JsonObject): boolean {
  const isDifferent = (key: string): boolean => {
    const [before, after] = [old[key], next[key]];
    if (before === after || key === 'properties') return false;
    return !(WALKED.has(key) && typeof before === 'object' && typeof after === 'object' && !Array.isArray(before) && !Array.isArray(after));
  };
  return !Object.keys(old).some(isDifferent) && !Object.keys(next).some((key) => isDifferent(key));
}

/** A field that objects without it get by themselves. */
function hasDefault(schema: JsonObject, name: string): boolean {
  const properties = asObject(schema['properties']) ?? {};
  return Object.hasOwn(properties, name) && (asObject(properties[name])?.['default'] ?? undefined) !== undefined;
}

function compareDefault(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  const text = ({ default: value }: JsonObject): string | undefined =>
    value === undefined || value === null ? undefined : canonicalText(value, budget);
  const [before, after] = [text(old), text(next)];
  if (before === after) return;
  if (before === undefined) report('default', 'added', `default added when there was none previously : ${quoted(after)}`);
  else if (after === undefined) report('default', 'removed', `default value removed : ${quoted(before)}`);
  else report('default', 'changed', `default value changed : ${quoted(before)} -> ${quoted(after)}`);
}

function compareEnum(old: JsonObject, next: JsonObject, budget: Budget, report: Report, additions: 'allow' | 'refuse'): void {
  if (old['enum'] === undefined && next['enum'] === undefined) return;
  const { before, after, removed, added } = compareSets(old['enum'], next['enum'], (value) => canonicalText(value, budget));
  if (before === 0 && added.length > 0) report('enum', 'added', `enum constraint added when there was none previously : ${listed(added)}`);
  else if (removed.length > 0) report('enum', after === 0 ? 'loosened' : 'tightened', `allowed enum values removed : ${listed(removed)}`);
  else if (added.length > 0 && additions === 'refuse') report('enum', 'changed', `allowed enum values added : ${listed(added)}`);
}

function compareOneOf(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  if (old['oneOf'] === undefined && next['oneOf'] === undefined) return;
  const { before, after, removed, added } = compareSets(old['oneOf'], next['oneOf'], (schema) => canonicalText(schema, budget, true));
  if (before === 0 && added.length > 0) report('oneOf', 'added', `oneOf constraint added when there was none previously: ${listed(added)}`);
  if (removed.length > 0) report('oneOf', after === 0 ? 'loosened' : 'tightened', `allowed oneOf schemas removed: ${listed(removed)}`);
  if (before > 0 && added.length > 0) report('oneOf', 'changed', `allowed oneOf schemas added: ${listed(added)}`);
}

interface SetChange {
  /** How many there were. */
  readonly before: number;
  /** How many there are. */
  readonly after: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function compareSets(old: unknown, next: unknown, text: (value: unknown) => string): SetChange {
  const [before, after] = [new Set(listIn(old).map(text)), new Set(listIn(next).map(text))];
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] =>
    [...some].filter((one) => !others.has(one)).sort();
  return { before: before.size, after: after.size, removed: without(before, after), added: without(after, before) };
}

function compareLimit(
  check: CrdCheck,
  old: unknown,
  next: unknown,
  isStricter: (before: number, after: number) => boolean,
  [what, how]: readonly [string, string],
  report: Report,
): void {
  if (typeof next !== 'number') return;
  if (typeof old !== 'number') report(check, 'added', `${what} constraint added when there was none previously : ${next}`);
  else if (isStricter(old, next)) report(check, 'tightened', `${what} ${how} : ${old} -> ${next}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function quoted(value: unknown): string {
  return shorten(JSON.stringify(textOf(value)));
}

function listed(values: readonly string[]): string {
  return shorten(`[${values.join(' ')}]`);
}
