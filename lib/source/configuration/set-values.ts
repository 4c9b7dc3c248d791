/** `a.b[0].c=value` as helm reads it. Pure; values never appear in messages, as they may be secret. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { BoxcutterError } from '../../errors';

export interface SetOptions {
  /** For messages: `--set`. */
  readonly option: string;
  /** true, false, null and integers are what they look like; otherwise everything is text. */
  readonly typed: boolean;
}

export type Step = string | number;

/** Longest list that can be written value by value. */
const MAX_ITEMS = 1000;
const MAX_STEPS = 64;

/**
 * Values with one option of the command line more. Commas separate several; a backslash before `,`, `.`, `[`, `=` or a backslash takes it
 * for itself; `{a,b}` is a list.
 * @throws BoxcutterError `set-invalid`
 */
export function setValues(values: JsonObject, words: string, options: SetOptions): JsonObject {
  return assignmentsOf(words, options).reduce((result, { key, text }) => {
    const steps = stepsOf(key, options);
    return put(result, steps, valueOf(text, key, options), (why, hint) => invalid(options, key, why, hint)) as JsonObject;
  }, values);
}

/** A value that an option of the command line gives. */
export interface Assignment {
  /** Keys and indexes that lead to it. */
  readonly steps: readonly Step[];
  /** As it was typed, without backslashes; absent for a list, whose items follow it. */
  readonly text?: string;
}

/**
 * What the words of one option assign, in their order.
 * @throws BoxcutterError `set-invalid`
 */
export function assignedBy(words: string, options: SetOptions): readonly Assignment[] {
  return assignmentsOf(words, options).flatMap(({ key, text }): readonly Assignment[] => {
    const steps = stepsOf(key, options);
    const items = listItems(text);
    if (items === undefined) return [{ steps, text: unescaped(text) }];
    return [{ steps }, ...items.map((item, index): Assignment => ({ steps: [...steps, index], text: unescaped(item) }))];
  });
}

/** The steps of a key. @throws BoxcutterError `set-invalid` */
export function keySteps(key: string, option: string): readonly Step[] {
  return stepsOf(key, { option, typed: false });
}

/**
 * Values with another value at a place that they have.
 * @param steps lead to it
 */
export function replaceValue(values: JsonObject, steps: readonly Step[], value: JsonValue): JsonObject {
  return put(values, steps, value, (why) => new Error(why)) as JsonObject;
}

/**
 * One value more, which is text, whatever is in it.
 * @param key `a.b[0].c`
 * @throws BoxcutterError `set-invalid`
 */
export function setText(values: JsonObject, key: string, text: string, option: string): JsonObject {
  const options = { option, typed: false };
  return put(values, stepsOf(key, options), text, (why, hint) => invalid(options, key, why, hint)) as JsonObject;
}

/** Key and text of each assignment; backslashes stay in the key, where they still matter. */
function assignmentsOf(words: string, options: SetOptions): { readonly key: string; readonly text: string }[] {
  return splitAt(words, ',', true).map((part) => {
    const [key = '', ...rest] = splitAt(part, '=', false);
    if (rest.length === 0) throw invalid(options, key, 'it has no =', 'Write key=value; a comma within a value as \\,.');
    return { key, text: rest.join('=') };
  });
}

/** Splits where a separator stands alone: not behind a backslash, and not within braces when these count. */
function splitAt(text: string, separator: string, braces: boolean): string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const last = parts.length - 1;
    if (character === '\\') parts[last] += character + text.charAt(++at);
    else if (character === separator && depth === 0) parts.push('');
    else {
      if (braces && character === '{' && parts[last]?.endsWith('=') === true) depth = 1;
      if (braces && character === '}') depth = 0;
      parts[last] += character;
    }
  }
  return parts;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

/** `a.b[0]` as ['a', 'b', 0]. */
function stepsOf(key: string, options: SetOptions): Step[] {
  const steps = splitAt(key, '.', false).flatMap((part): Step[] => {
    const [name = '', ...indexes] = splitAt(part, '[', false);
    const numbers = indexes.map((text) => {
      const found = /^(\d+)\]$/.exec(text);
      if (found === null) throw invalid(options, key, 'an index is not a number in brackets', 'Write list[0]; a bracket in a key as \\[.');
      if (Number(found[1]) >= MAX_ITEMS) {
        const why = `its index is larger than ${MAX_ITEMS - 1}, the last that can be written value by value`;
        throw invalid(options, key, why, 'Give a file with --config.');
      }
      return Number(found[1]);
    });
    if (name === '') throw invalid(options, key, 'a part of the key is empty', 'Write a.b=value; a dot in a key as \\.');
    return [unescaped(name), ...numbers];
  });
  if (steps.includes('__proto__')) throw invalid(options, key, 'no package has a key __proto__', 'Leave it out.');
  if (steps.length > MAX_STEPS) throw invalid(options, key, `it is deeper than ${MAX_STEPS}`, 'Give a file with --config.');
  return steps;
}

function valueOf(text: string, key: string, options: SetOptions): JsonValue {
  return listItems(text)?.map((item) => scalarOf(item, key, options)) ?? scalarOf(text, key, options);
}

/** Of `{a,b}`; undefined: it is no list. */
function listItems(text: string): readonly string[] | undefined {
  const list = /^\{(.*)\}$/s.exec(text);
  if (list === null) return undefined;
  return list[1] === '' ? [] : splitAt(list[1] ?? '', ',', false);
}

function scalarOf(text: string, key: string, options: SetOptions): JsonValue {
  if (!options.typed) return unescaped(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  // As in helm a leading zero makes it text: it is a code, not a count.
  if (!/^-?(0|[1-9]\d*)$/.test(text)) return unescaped(text);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    throw invalid(options, key, 'the number is larger than 2^53 and would be rounded', 'Give it as text: --set-string.');
  }
  return number === 0 ? 0 : number;
}

type Fail = (why: string, hint: string) => Error;

function put(current: JsonValue | undefined, [step, ...rest]: readonly Step[], value: JsonValue, fail: Fail): JsonValue {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const list = current ?? [];
    if (!Array.isArray(list)) throw fail('it has an index where there is no list', 'Leave out the index.');
    const items = list as readonly JsonValue[];
    if (step > items.length) throw fail(`item ${step} would leave a gap: there are ${items.length}`, 'Set the items before it, too.');
    return Object.assign([...items], { [step]: put(items[step], rest, value, fail) });
  }
  const map = current ?? {};
  if (!isJsonObject(map)) throw fail(`it goes into a ${Array.isArray(map) ? 'list' : 'value'} that has no keys`, 'Check the key.');
  const below = Object.hasOwn(map, step) ? map[step] : undefined;
  return { ...map, [step]: put(below, rest, value, fail) };
}

function invalid({ option }: SetOptions, key: string, why: string, hint: string): BoxcutterError {
  // Without a "=" the key may be a value that went astray.
  const shown = why === 'it has no =' ? '' : ` ${key.slice(0, 100)}`;
  return new BoxcutterError('set-invalid', 'input', `${option}${shown} cannot be read: ${why}.`, { hint });
}
