/**
 * One place of a schema before and after, without what is below it. Each check looks at its keyword; what differs beside those is
 * `unhandled`: a change without a rule is not passed as safe. Empty values count as absent, as they do in the API server.
 */
import { asObject, type JsonObject } from '../../api';
import { defined } from '../../defined';
import type { Budget } from './budget';
import { listed, quoted, textOf, type SetChange } from './changes';
import { compareRest, type Report } from './compare-rest';
import { canonicalText, listIn } from './json-text';

/** Keywords whose value is one schema, which is walked into. */
const WALKED: ReadonlySet<string> = new Set(['items', 'additionalProperties']);

const MAXIMA = ['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const;
const MINIMA = ['minimum', 'minItems', 'minLength', 'minProperties'] as const;

export function compareNode(old: JsonObject, next: JsonObject, budget: Budget, report: Report, enumAdditions: 'allow' | 'refuse'): void {
  if (isUntouched(old, next)) return;
  compareDefault(old, next, budget, report);
  const [said, says] = [textOf(old['description']), textOf(next['description'])];
  if (said !== says) report('description', 'changed', { before: quoted(said), after: quoted(says) });
  compareEnum(old, next, budget, report, enumAdditions);
  for (const key of MAXIMA) if (next[key] !== undefined) {
    compareLimit(key, old[key], next[key], (before, after) => after < before, report);
  }
  for (const key of MINIMA) if (next[key] !== undefined) {
    compareLimit(key, old[key], next[key], (before, after) => after > before, report);
  }
  const [was, is] = [old['nullable'] === true, next['nullable'] === true];
  if (was !== is) report('nullable', is ? 'loosened' : 'tightened', { before: was, after: is });
  compareOneOf(old, next, budget, report);
  const [before, after] = [textOf(old['pattern']), textOf(next['pattern'])];
  if (before !== after) {
    const patterns = defined({ before: before === '' ? undefined : quoted(before), after: after === '' ? undefined : quoted(after) });
    report('pattern', before === '' ? 'added' : after === '' ? 'loosened' : 'changed', patterns);
  }
  if (next['required'] !== undefined) {
    const { added } = compareSets(old['required'], next['required'], textOf);
    if (added.length > 0) {
      report('required', added.every((name) => hasDefault(next, name)) ? 'covered' : 'added', { fields: listed(added) });
    }
  }
  if (textOf(old['type']) !== textOf(next['type'])) {
    report('type', 'changed', { before: quoted(old['type']), after: quoted(next['type']) });
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
  if (before === undefined) report('default', 'added', { after: quoted(after) });
  else if (after === undefined) report('default', 'removed', { before: quoted(before) });
  else report('default', 'changed', { before: quoted(before), after: quoted(after) });
}

function compareEnum(old: JsonObject, next: JsonObject, budget: Budget, report: Report, additions: 'allow' | 'refuse'): void {
  if (old['enum'] === undefined && next['enum'] === undefined) return;
  const { before, after, removed, added } = compareSets(old['enum'], next['enum'], (value) => canonicalText(value, budget));
  if (before === 0 && added.length > 0) report('enum', 'added', newSet(added));
  else if (removed.length > 0) report('enum', after === 0 ? 'loosened' : 'tightened', without(removed));
  else if (added.length > 0 && additions === 'refuse') report('enum', 'changed', withMore(added));
}

function compareOneOf(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  if (old['oneOf'] === undefined && next['oneOf'] === undefined) return;
  const { before, after, removed, added } = compareSets(old['oneOf'], next['oneOf'], (schema) => canonicalText(schema, budget, true));
  if (before === 0 && added.length > 0) report('oneOf', 'added', newSet(added));
  if (removed.length > 0) report('oneOf', after === 0 ? 'loosened' : 'tightened', without(removed));
  if (before > 0 && added.length > 0) report('oneOf', 'changed', withMore(added));
}

const newSet = (values: readonly string[]): SetChange => ({ part: 'set-added', values: listed(values) });
const without = (values: readonly string[]): SetChange => ({ part: 'values-removed', values: listed(values) });
const withMore = (values: readonly string[]): SetChange => ({ part: 'values-added', values: listed(values) });

interface SetDifference {
  /** How many there were. */
  readonly before: number;
  /** How many there are. */
  readonly after: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function compareSets(old: unknown, next: unknown, text: (value: unknown) => string): SetDifference {
  const [before, after] = [new Set(listIn(old).map(text)), new Set(listIn(next).map(text))];
  const notIn = (others: ReadonlySet<string>, some: ReadonlySet<string>): readonly string[] =>
    [...some].filter((one) => !others.has(one)).sort();
  return { before: before.size, after: after.size, removed: notIn(after, before), added: notIn(before, after) };
}

function compareLimit(
  check: (typeof MAXIMA)[number] | (typeof MINIMA)[number],
  old: unknown,
  next: unknown,
  isStricter: (before: number, after: number) => boolean,
  report: Report,
): void {
  if (typeof next !== 'number') return;
  if (typeof old !== 'number') report(check, 'added', { after: next });
  else if (isStricter(old, next)) report(check, 'tightened', { before: old, after: next });
}
