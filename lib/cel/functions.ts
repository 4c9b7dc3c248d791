/**
 * The functions that rules call, and what each call costs before it does its work. The library has no limit of its own, and one call may do
 * more than a million iterations: `x in list`, `replace`, a comparison of two objects.
 */
import {
  celFunc, celList, celMethod, CelScalar, isCelList, isCelMap, isCelUint, listType,
  type CelEnv, type CelFunc, type CelInput, type CelList, type CelMap, type CelValue,
} from '@bufbuild/cel';
import { charge } from './steps';

/** Functions that no rule can write, for what the planner of the library does by itself: they are woven into the expression. */
export const WOVEN = {
  /** (steps): true, and they are counted. */
  tick: '@tick',
  /** (list or map): the same, and that all of it is copied before the first iteration is counted. */
  range: '@range',
  /** (): an empty list for `append`. */
  collected: '@collected',
  /** (list of `collected`, list): the first one, with the elements of the second. */
  append: '@append',
  /** (list or map, index): the element. */
  at: '@at',
} as const;

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

const growing = new WeakMap<CelList, CelInput[]>();

function collected(): CelList {
  const elements: CelInput[] = [];
  const list = celList(elements);
  growing.set(list, elements);
  return list;
}

/** As the library's own access, which goes through all the keys of a map for a number. */
function elementAt(of: CelValue, index: CelValue): CelValue {
  const isNumber = typeof index === 'bigint' || typeof index === 'number' || isCelUint(index);
  if (isCelList(of) && isNumber) {
    const position = Number(isCelUint(index) ? index.value : index);
    const element = of.get(position);
    if (element === undefined) throw new Error(`index ${position} out of bounds [0, ${of.size})`);
    return element;
  }
  if (!isNumber && typeof index !== 'string' && typeof index !== 'boolean') throw new Error('unsupported key type');
  const member = isCelMap(of) ? of.get(index) : undefined;
  if (member === undefined) throw new Error(`field not found: ${String(isCelUint(index) ? index.value : index)}`);
  return member;
}

/** As Kubernetes' (and Go's): without a count, or with one below 0, all; an empty text stands before every character and at the end. */
function replaced(text: string, old: string, by: string, count = -1n): string {
  const parts = old === '' ? ['', ...text, ''] : text.split(old);
  const most = count < 0n ? parts.length - 1 : Math.min(Number(count), parts.length - 1);
  charge(parts.length + (most * by.length) / LETTERS);
  return [...parts.slice(0, most), parts.slice(most).join(old)].join(by);
}

/** What this project has in place of functions of the library, and for what its planner does by itself. */
export const OWN_FUNCTIONS: readonly CelFunc[] = [
  celFunc(WOVEN.tick, [INT], BOOL, () => true),
  celFunc(WOVEN.range, [DYN], DYN, (range) => range),
  celFunc(WOVEN.collected, [], LIST, collected),
  celFunc(WOVEN.append, [LIST, LIST], LIST, (list, more) => {
    growing.get(list)?.push(...more);
    return list;
  }),
  celFunc(WOVEN.at, [DYN, DYN], DYN, elementAt),
  // The library's keeps both, and what is put together of a thousand lists goes through a thousand for each element.
  celFunc('_+_', [LIST, LIST], LIST, (a, b) => celList([...a, ...b])),
  // The library's copies the whole text for each occurrence.
  celMethod('replace', STRING, [STRING, STRING], STRING, function (old, by) {
    return replaced(this, old, by);
  }),
  celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (old, by, count) {
    return replaced(this, old, by, count);
  }),
];

/** The same environment, whose calls are counted. */
export function counted(environment: CelEnv): CelEnv {
  const find: CelEnv['funcs']['find'] = (name) => {
    const group = environment.funcs.find(name);
    if (group === undefined) return undefined;
    const cost = COSTS[name] ?? reading;
    const call: typeof group.call = (id, target, given) => {
      charge(cost(target === undefined ? given : [target, ...given]));
      return group.call(id, target, given);
    };
    return Object.create(group, { call: { value: call } }) as typeof group;
  };
  return Object.create(environment, { funcs: { value: Object.create(environment.funcs, { find: { value: find } }) } }) as CelEnv;
}

/** Characters that are read in one step by what is fast, and by what goes from one to the next. */
const LETTERS = 10;
const LETTERS_ONE_BY_ONE = 2;
/** What it takes to make a formatter of the platform. */
const FORMATTER = 1500;

/** The steps of a call, of its target and arguments. Those of a function without an entry: its texts are read once. */
const COSTS: Readonly<Record<string, (given: readonly CelValue[]) => number>> = {
  [WOVEN.tick]: ([steps]) => Number(steps),
  [WOVEN.range]: ([range]) => sizeOf(range),
  [WOVEN.append]: ([, more]) => sizeOf(more),
  [WOVEN.at]: ([of, index]) => keyCost(of, index),
  '_==_': equality,
  '_!=_': equality,
  '@in': ([value = null, of]) => (isCelList(of) ? 1 + of.size * weightOf(value) : keyCost(of, value)),
  '_+_': ([a, b]) => 3 + sizeOf(a) + sizeOf(b) + (lengthOf(a) + lengthOf(b)) / LETTERS,
  'size': oneByOne,
  'lowerAscii': oneByOne,
  'upperAscii': oneByOne,
  'trim': oneByOne,
  'strings.quote': oneByOne,
  'bytes': oneByOne,
  'contains': search,
  'indexOf': search,
  'lastIndexOf': search,
  'replace': search,
  'split': (given) => search(given) + lengthOf(given[0]) / LETTERS_ONE_BY_ONE,
  'join': joining,
  'format': (given) => oneByOne(given.slice(0, 1)) + sizeOf(given[1]) * FORMATTER + weightOf(given[1]) * 10,
  'matches': ([text, pattern]) => matching(lengthOf(text), typeof pattern === 'string' ? pattern : ''),
  // Digits to a number of any size, which then does not fit.
  'int': digits,
  'uint': digits,
  'timestamp': (given) => 50 + reading(given),
  'duration': () => 50,
  'semver_compare': (given) => 50 + reading(given),
  ...Object.fromEntries(
    ['FullYear', 'Month', 'Date', 'DayOfMonth', 'DayOfWeek', 'DayOfYear', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']
      .map((part) => [`get${part}`, inZone]),
  ),
};

function reading(given: readonly CelValue[]): number {
  return 1 + given.reduce<number>((sum, value) => sum + lengthOf(value), 0) / LETTERS;
}

function oneByOne([text]: readonly CelValue[]): number {
  return 1 + lengthOf(text) / LETTERS_ONE_BY_ONE;
}

function digits([text]: readonly CelValue[]): number {
  return 1 + lengthOf(text) ** 2 / 1000;
}

function inZone([, zone]: readonly CelValue[]): number {
  return 10 + (zone === undefined ? 0 : FORMATTER + reading([zone]));
}

/** At worst, each character is compared with each. */
function search([text, part]: readonly CelValue[]): number {
  return 1 + lengthOf(text) / LETTERS + (lengthOf(text) * lengthOf(part)) / 100;
}

/** Only values of the same size are looked into; then at most the smaller one is gone through. */
function equality([a, b]: readonly CelValue[]): number {
  if (isCelList(a) ? !isCelList(b) : isCelMap(a) ? !isCelMap(b) : true) return 1 + Math.min(lengthOf(a), lengthOf(b)) / 100;
  if (sizeOf(a) !== sizeOf(b)) return 1;
  return Math.min(weightOf(a), weightOf(b));
}

function joining([list, separator]: readonly CelValue[]): number {
  if (!isCelList(list)) return 1;
  charge(list.size);
  return weightOf(list) + (list.size * lengthOf(separator)) / LETTERS;
}

/** A number is looked for among all the keys, because it may stand there as one of another type. */
function keyCost(of: CelValue | undefined, key: CelValue | undefined): number {
  return typeof key === 'string' || typeof key === 'boolean' ? 1 : 1 + (isCelMap(of) ? of.size / 2 : 0);
}

/** Compiled at every call. A count repeats what it stands after, and a class of Unicode is a long list. */
function matching(length: number, pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d*)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most) || Number(least) || 1);
  const repeated = Math.min(1000, counts.reduce((product, count) => product * count, 1));
  const size = pattern.length * repeated;
  const classes = pattern.split(/\\[pP]/).length - 1;
  return 100 + 5 * size + 10_000 * classes + length * (3 + size / 8);
}

function sizeOf(value: CelValue | undefined): number {
  return isCelList(value) || isCelMap(value) ? value.size : 0;
}

function lengthOf(value: CelValue | undefined): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

const weights = new WeakMap<object, number>();

/** Everything in it, in steps of a comparison. Values do not change, so it is counted once. */
function weightOf(value: CelValue | undefined): number {
  if (!isCelList(value) && !isCelMap(value)) return 1 + lengthOf(value) / 100;
  let weight = weights.get(value);
  if (weight === undefined) weights.set(value, (weight = counting(value)));
  return weight;
}

function counting(value: CelList | CelMap): number {
  charge(value.size);
  let weight = 1;
  if (isCelList(value)) for (const element of value) weight += weightOf(element);
  else for (const [key, member] of value) weight += 1 + lengthOf(key) / 100 + weightOf(member);
  return weight;
}
