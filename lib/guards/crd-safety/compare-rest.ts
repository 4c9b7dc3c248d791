/**
 * What differs in one place of a schema beside the keywords with a check of their own: `unhandled`, as there is no rule that holds for all.
 * For the keywords that Kubernetes has, the direction is known all the same; of any other it is not known.
 */
import { asObject, type JsonObject } from '../../api';
import type { Budget } from './budget';
import type { CrdChanges, KeywordChange } from './changes';
import type { CrdChange, CrdCheck } from './issue';
import { canonicalText, DOCUMENTATION, listIn, shorten } from './json-text';

export type Report = <Check extends CrdCheck>(check: Check, change: CrdChange, data: CrdChanges[Check]) => void;

/** Keywords that have a check, or are walked into. */
const HANDLED: ReadonlySet<string> = new Set([
  'default', 'enum', 'maximum', 'maxItems', 'maxLength', 'maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties',
  'nullable', 'oneOf', 'pattern', 'required', 'type', 'properties', 'items', 'additionalProperties', 'allOf', 'anyOf', ...DOCUMENTATION,
]);

/** Everything without a check of its own. */
export function compareRest(old: JsonObject, next: JsonObject, budget: Budget, report: Report): void {
  const isOfInterest = (key: string): boolean => !HANDLED.has(key) && !isSame(old[key], next[key], budget);
  const keys = [
    ...Object.keys(old).filter(isOfInterest),
    ...Object.keys(next).filter((key) => !Object.hasOwn(old, key) && isOfInterest(key)),
  ].sort();
  const [was, is] = [old['additionalProperties'], next['additionalProperties']];
  // A schema on either side is walked into, or missed, as a child; that anything was or is allowed is said here.
  const isOpenChanged = (was === true) !== (is === true) && asObject(was) === undefined;
  const hasItemList = Array.isArray(old['items']) || Array.isArray(next['items']);
  const changed = [
    ...(isOpenChanged ? ['additionalProperties'] : []),
    ...(['allOf', 'anyOf'] as const).filter((key) => listIn(old[key]).length !== listIn(next[key]).length),
    ...(hasItemList && !isSame(old['items'], next['items'], budget) ? ['items', ...keys] : keys),
  ];
  if (changed.length === 0) return;
  const keywords = changed.map((key) => changeOf(key, old[key], next[key], budget));
  report('unhandled', worst(changed.map((key) => directionOf(key, old[key], next[key], old))), { keywords });
}

/** `Format "" -> "email"`: keywords of JSON schema with a capital, as OLM writes them; those of Kubernetes as they stand in the file. */
function changeOf(key: string, before: unknown, after: unknown, budget: Budget): KeywordChange {
  const name = key.includes('-') ? key : key.charAt(0).toUpperCase() + key.slice(1);
  const shown = (value: unknown, other: unknown): string => {
    if (value !== undefined && value !== null) return shorten(canonicalText(value, budget));
    return typeof other === 'string' ? '""' : typeof other === 'boolean' ? 'false' : 'nil';
  };
  return { keyword: shorten(name), before: shown(before, after), after: shown(after, before) };
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

/** From the worst to what breaks nothing. */
const BY_WEIGHT: readonly CrdChange[] = ['changed', 'removed', 'tightened', 'added', 'covered', 'loosened'];

function worst(directions: readonly CrdChange[]): CrdChange {
  return BY_WEIGHT.find((direction) => directions.includes(direction)) ?? 'changed';
}

function directionOf(key: string, before: unknown, after: unknown, old: JsonObject): CrdChange {
  const switched = (on: CrdChange, off: CrdChange): CrdChange => (after === true ? on : off);
  switch (key) {
    case 'format':
    case 'multipleOf':
    case 'not':
    case 'allOf':
    case 'anyOf':
      return isEmpty(before) ? 'added' : isEmpty(after) ? 'loosened' : 'changed';
    case 'exclusiveMinimum':
      return switched(old['minimum'] === undefined ? 'added' : 'tightened', 'loosened');
    case 'exclusiveMaximum':
      return switched(old['maximum'] === undefined ? 'added' : 'tightened', 'loosened');
    case 'uniqueItems':
      return switched('added', 'loosened');
    // Once it goes, all that the schema does not name is dropped with the next write.
    case 'x-kubernetes-preserve-unknown-fields':
    case 'additionalProperties':
      return switched('loosened', 'removed');
    case 'x-kubernetes-int-or-string':
      return switched('loosened', 'changed');
    case 'x-kubernetes-validations':
      return directionOfRules(before, after);
    // How applies of several managers are merged; stored objects are the same.
    case 'x-kubernetes-map-type':
      return 'covered';
    // `atomic` is what a list is that says nothing. As map or set it refuses what is in it twice, and is merged where it was replaced.
    case 'x-kubernetes-list-type':
      return isEmpty(before) && after === 'atomic' ? 'covered' : before === 'atomic' && isEmpty(after) ? 'covered' : 'changed';
    default:
      return 'changed';
  }
}

/** Rules that compare with the old value forbid updates that went through before, of objects that are all right. */
function directionOfRules(before: unknown, after: unknown): CrdChange {
  const rulesIn = (value: unknown): readonly string[] =>
    listIn(value).map((entry) => String(asObject(entry as JsonObject)?.['rule'] ?? ''));
  const known = new Set(rulesIn(before));
  const added = rulesIn(after).filter((rule) => !known.has(rule));
  if (added.some((rule) => /\boldSelf\b/.test(rule))) return 'changed';
  return added.length > 0 ? 'added' : 'loosened';
}
