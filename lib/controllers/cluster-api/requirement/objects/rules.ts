/**
 * Rules of a definition in CEL (x-kubernetes-validations). Those that call what only the server's own library has cannot be judged here:
 * that is said, and refuses nothing.
 */
import { asObject, type JsonObject, type JsonValue } from '../../../../api';
import type { Answer, celValue, StepBudget } from '../../../../cel';
import { messageOf } from '../../../../errors';
import { oneLine } from '../../../../plain-text';

/** The rules of a schema at their places; below a list or a map they hold for each element. */
export interface Rules {
  readonly own: readonly Rule[];
  readonly properties: ReadonlyMap<string, Rules>;
  readonly elements: Rules | undefined;
  /** Keys that tell the entries of a list apart: an entry is compared with the one of the same keys before. */
  readonly keys: readonly string[];
  /** An element has no place of its own that it had before. */
  readonly isUncorrelated: boolean;
}

interface Rule {
  readonly text: string;
  readonly message: string;
  readonly readsOld: boolean;
  /** Or why it cannot be judged. */
  readonly judge: ((self: JsonValue, old: JsonValue | undefined, limits: Limits) => Answer) | string;
}

/** Of one object: what all its rules may take together, and what they need of it, which is converted once. */
interface Limits {
  readonly budget: StepBudget;
  readonly known: Known;
}

type Known = NonNullable<Parameters<typeof celValue>[1]>;

interface Said {
  readonly errors: string[];
  readonly warnings: string[];
}

/** Steps of all rules over one object: about a second. */
const MOST_STEPS = 5_000_000;
/** Characters of all rules of a schema: what takes a second to read. */
const MOST_LETTERS = 50_000;
/** Mistakes that are told of an object. */
const MOST_ERRORS = 100;
/** Levels of a schema. */
const DEEPEST = 100;

export function rulesOf(schema: JsonObject, depth = 0, letters = { left: MOST_LETTERS }): Rules {
  const properties = Object.entries(asObject(schema['properties']) ?? {}).flatMap(([name, child]) => {
    const inner = asObject(child);
    return inner === undefined || depth > DEEPEST ? [] : [[name, rulesOf(inner as JsonObject, depth + 1, letters)] as const];
  });
  const element = asObject(schema['items']) ?? asObject(schema['additionalProperties']);
  const elements = element === undefined || depth > DEEPEST ? undefined : rulesOf(element as JsonObject, depth + 1, letters);
  const listed = schema['x-kubernetes-validations'];
  const own = (Array.isArray(listed) ? listed : []).flatMap((one): readonly Rule[] => {
    const { rule, message } = asObject(one) ?? {};
    return typeof rule === 'string' ? [compiledRule(rule, typeof message === 'string' ? message : undefined, letters)] : [];
  });
  const keys = schema['x-kubernetes-list-map-keys'];
  return {
    own, properties: new Map(properties.filter(([, inner]) => hasRules(inner))),
    elements: elements !== undefined && hasRules(elements) ? elements : undefined,
    keys: Array.isArray(keys) ? keys.map(String) : [],
    isUncorrelated: schema['type'] === 'array' && schema['x-kubernetes-list-type'] !== 'map',
  };
}

export function judgeRules(rules: Rules, object: JsonObject, old: JsonObject | undefined): Said {
  const said: Said = { errors: [], warnings: [] };
  judge(rules, object, old, '', said, { budget: { left: MOST_STEPS }, known: new WeakMap() });
  return said;
}

function hasRules({ own, properties, elements }: Rules): boolean {
  return own.length > 0 || properties.size > 0 || elements !== undefined;
}

function compiledRule(text: string, message: string | undefined, letters: { left: number }): Rule {
  const readsOld = /\boldSelf\b/.test(text);
  letters.left -= text.length;
  const told = { text, message: oneLine(message ?? `failed rule: ${text}`), readsOld };
  if (letters.left < 0) return { ...told, judge: `the rules of its schema have more than ${MOST_LETTERS} characters` };
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the library is loaded where there is a rule
  const { celValue, compileRule, compileTransitionRule } = require('../../../../cel') as typeof import('../../../../cel');
  try {
    if (!readsOld) {
      const rule = compileRule(text);
      return { ...told, judge: (self, _old, { budget, known }) => rule(celValue(self, known), budget) };
    }
    const rule = compileTransitionRule(text);
    return { ...told, judge: (self, old, { budget, known }) => rule(celValue(self, known), celValue(old, known), budget) };
  } catch (error) {
    return { ...told, judge: messageOf(error) };
  }
}

function judge(rules: Rules, value: JsonValue, old: JsonValue | undefined, path: string, said: Said, limits: Limits): void {
  const place = path === '' ? 'object' : path;
  for (const rule of rules.own) {
    if (rule.readsOld && old === undefined) continue;
    if (said.errors.length > MOST_ERRORS) return;
    const answer = typeof rule.judge === 'string' ? { why: rule.judge } : rule.judge(value, old, limits);
    if (answer === true) continue;
    if (answer === false) said.errors.push(`${place}: ${rule.message}`);
    // An object so large that nobody can say whether it fits does not.
    else if ('isTooLong' in answer) said.errors.push(`${place}: the object is too large for its rules to be judged`);
    else said.warnings.push(`${place}: a rule cannot be judged (${oneLine(answer.why)}): ${oneLine(rule.text).slice(0, 200)}`);
  }
  const { properties, elements, keys, isUncorrelated } = rules;
  if (Array.isArray(value)) {
    if (elements === undefined) return;
    const before = entriesByKey(Array.isArray(old) && !isUncorrelated ? old as readonly JsonValue[] : [], keys);
    (value as readonly JsonValue[]).forEach((item, index) => {
      judge(elements, item, before.get(entryKey(item, keys)), `${path}[${index}]`, said, limits);
    });
    return;
  }
  const [object, previous] = [asObject(value), asObject(old)];
  if (object === undefined) return;
  for (const [name, child] of Object.entries(object)) {
    const inner = properties.get(name) ?? elements;
    if (inner === undefined || child === undefined || child === null) continue;
    judge(inner, child as JsonValue, previous?.[name] as JsonValue | undefined, path === '' ? name : `${path}.${name}`, said, limits);
  }
}

/** Looked up, and not searched: lists are as long as a client makes them. Of entries with the same keys, the first counts. */
function entriesByKey(entries: readonly JsonValue[], keys: readonly string[]): ReadonlyMap<string | undefined, JsonValue> {
  const found = new Map<string | undefined, JsonValue>();
  for (const entry of entries) {
    const key = entryKey(entry, keys);
    if (key !== undefined && !found.has(key)) found.set(key, entry);
  }
  return found;
}

/** Undefined: it is no object, and has no keys. */
function entryKey(entry: JsonValue, keys: readonly string[]): string | undefined {
  const object = asObject(entry);
  return object === undefined ? undefined : JSON.stringify(keys.map((key) => object[key]));
}
