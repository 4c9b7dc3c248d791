/**
 * One place of a schema before and after, without what is below it. Each check looks at its keyword; what differs beside those is
 * `unhandled`: a change that nobody has a rule for is not passed as safe. Empty values count as absent, as they do in the API server.
 */
import { asObject, type JsonObject } from '../../api';
import type { Budget } from './budget';
import type { CrdCheck } from './issue';
import { canonicalText, DOCUMENTATION, shorten } from './json-text';

export type Report = (check: CrdCheck, message: string) => void;

/** Keywords that have a check, or are walked into. */
const HANDLED: ReadonlySet<string> = new Set([
  'default', 'enum', 'maximum', 'maxItems', 'maxLength', 'maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties',
  'nullable', 'oneOf', 'pattern', 'required', 'type', 'properties', 'items', 'additionalProperties', 'allOf', 'anyOf', ...DOCUMENTATION,
]);

/** Keywords whose value is one schema, which is walked into. */
const WALKED: ReadonlySet<string> = new Set(['items', 'additionalProperties']);

const MAXIMA = ['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const;
const MINIMA = ['minimum', 'minItems', 'minLength', 'minProperties'] as const;

export function compareNode(old: JsonObject, next: JsonObject, budget: Budget, report: Report, enumAdditions: 'allow' | 'refuse'): void {
  if (isUntouched(old, next)) return;
  compareDefault(old, next, budget, report);
  const [said, says] = [textOf(old['description']), textOf(next['description'])];
  if (said !== says) report('description', `description changed : ${quoted(said)} -> ${quoted(says)}`);
  compareEnum(old, next, budget, report, enumAdditions);
  for (const key of MAXIMA) if (next[key] !== undefined) compareLimit(key, old[key], next[key], (before, after) => after < before, ['maximum', 'decreased'], report);
  for (const key of MINIMA) if (next[key] !== undefined) compareLimit(key, old[key], next[key], (before, after) => after > before, ['minimum', 'increased'], report);
  const [was, is] = [old['nullable'] === true, next['nullable'] === true];
  if (was !== is) report('nullable', `nullable ${is ? 'added' : 'removed'} : ${was} -> ${is}`);
  compareOneOf(old, next, budget, report);
  const [before, after] = [textOf(old['pattern']), textOf(next['pattern'])];
  if (before !== after) report('pattern', `pattern ${before === '' ? 'added' : after === '' ? 'removed' : 'changed'} : ${quoted(before)} -> ${quoted(after)}`);
  if (next['required'] !== undefined) {
    const { added } = compareSets(old['required'], next['required'], textOf);
    if (added.length > 0) report('required', `new required fields: ${listed(added)}`);
  }
  if (textOf(old['type']) !== textOf(next['type'])) report('type', `type changed : ${quoted(old['type'])} -> ${quoted(next['type'])}`);
  compareRest(old, next, budget, report);
}

/** Most places are the same in both: told by what they have, which is little, not by what they might have. */
function isUntouched(old: JsonObject, next: JsonObject): boolean {
  const isDifferent = (key: string): boolean => {
    const [before, after] = [old[key], next[key]];
    if (before === after || key === 'properties') return false;
    return !(WALKED.has(key) && typeof before === 'object' && typeof after === 'object' && !Array.isArray(before) && !Array.isArray(after));
  };
  return !Object.keys(old).some(isDifferent) && !Object.keys(next).some((key) => isDifferent(key));
}

function compareDefault(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  const text = ({ default: value }: JsonObject): string | undefined =>
    value === undefined || value === null ? undefined : canonicalText(value, budget);
  const [before, after] = [text(old), text(next)];
  if (before === after) return;
  if (before === undefined) report('default', `default added when there was none previously : ${quoted(after)}`);
  else if (after === undefined) report('default', `default value removed : ${quoted(before)}`);
  else report('default', `default value changed : ${quoted(before)} -> ${quoted(after)}`);
}

function compareEnum(old: JsonObject, next: JsonObject, budget: Budget, report: Report, additions: 'allow' | 'refuse'): void {
  if (old['enum'] === undefined && next['enum'] === undefined) return;
  const { before, removed, added } = compareSets(old['enum'], next['enum'], (value) => canonicalText(value, budget));
  if (before === 0 && added.length > 0) report('enum', `enum constraint added when there was none previously : ${listed(added)}`);
  else if (removed.length > 0) report('enum', `allowed enum values removed : ${listed(removed)}`);
  else if (added.length > 0 && additions === 'refuse') report('enum', `allowed enum values added : ${listed(added)}`);
}

function compareOneOf(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  if (old['oneOf'] === undefined && next['oneOf'] === undefined) return;
  const { before, removed, added } = compareSets(old['oneOf'], next['oneOf'], (schema) => canonicalText(schema, budget, true));
  if (before === 0 && added.length > 0) report('oneOf', `oneOf constraint added when there was none previously: ${listed(added)}`);
  if (removed.length > 0) report('oneOf', `allowed oneOf schemas removed: ${listed(removed)}`);
  if (before > 0 && added.length > 0) report('oneOf', `allowed oneOf schemas added: ${listed(added)}`);
}

interface SetChange {
  /** How many there were. */
  readonly before: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function compareSets(old: unknown, next: unknown, text: (value: unknown) => string): SetChange {
  const [before, after] = [new Set(listIn(old).map(text)), new Set(listIn(next).map(text))];
  const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] => [...some].filter((one) => !others.has(one)).sort();
  return { before: before.size, removed: without(before, after), added: without(after, before) };
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
  if (typeof old !== 'number') report(check, `${what} constraint added when there was none previously : ${next}`);
  else if (isStricter(old, next)) report(check, `${what} ${how} : ${old} -> ${next}`);
}

/** Everything without a check of its own. */
function compareRest(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  const isOfInterest = (key: string): boolean => !HANDLED.has(key) && !isSame(old[key], next[key], budget);
  const keys = [...Object.keys(old).filter(isOfInterest), ...Object.keys(next).filter((key) => !Object.hasOwn(old, key) && isOfInterest(key))].sort();
  const [was, is] = [old['additionalProperties'], next['additionalProperties']];
  // A schema on either side is walked into, or missed, as a child; that anything was or is allowed is said here.
  const isOpenChanged = (was === true) !== (is === true) && asObject(was) === undefined;
  const hasItemList = Array.isArray(old['items']) || Array.isArray(next['items']);
  const changes = [
    ...(isOpenChanged ? [change('additionalProperties', was, is, budget)] : []),
    ...(['allOf', 'anyOf'] as const).filter((key) => listIn(old[key]).length !== listIn(next[key]).length).map((key) => change(key, old[key], next[key], budget)),
    ...(hasItemList && !isSame(old['items'], next['items'], budget) ? ['items', ...keys] : keys).map((key) => change(key, old[key], next[key], budget)),
  ];
  if (changes.length > 0) report('unhandled', `unhandled changes found (${changes.join('; ')})`);
}

/** `Format "" -> "email"`: keywords of JSON schema with a capital, as OLM writes them; those of Kubernetes as they stand in the file. */
function change(key: string, before: unknown, after: unknown, budget: Budget): string {
  const name = key.includes('-') ? key : key.charAt(0).toUpperCase() + key.slice(1);
  const shown = (value: unknown, other: unknown): string => {
    if (value !== undefined && value !== null) return shorten(canonicalText(value, budget));
    return typeof other === 'string' ? '""' : typeof other === 'boolean' ? 'false' : 'nil';
  };
  return `${shorten(name)} ${shown(before, after)} -> ${shown(after, before)}`;
}

function isSame(a: unknown, b: unknown, budget: Budget): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  return canonicalText(a, budget, true) === canonicalText(b, budget, true);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
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
