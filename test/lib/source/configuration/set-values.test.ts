/** `--set` as helm reads it: what is written, where it goes, and what is over what. */
import type { JsonObject } from '../../../../lib/api';
import { mergeValues } from '../../../../lib/config';
import { setValues } from '../../../../lib/source/configuration/set-values';

const typed = (words: string, values: JsonObject = {}): JsonObject => setValues(values, words, { option: '--set', typed: true });
const text = (words: string): JsonObject => setValues({}, words, { option: '--set-string', typed: false });
const refused = (words: string, values?: JsonObject): unknown => {
  try {
    return { taken: typed(words, values) };
  } catch (error) {
    return error;
  }
};

test.each<[string, string, JsonObject]>([
  ['commas separate several', 'a=1,b=2', { a: 1, b: 2 }],
  ['the later one of two wins', 'a=1,a=2', { a: 2 }],
  ['dots lead into maps', 'a.b.c=x', { a: { b: { c: 'x' } } }],
  ['brackets lead into lists', 'a[0].b=x', { a: [{ b: 'x' }] }],
  ['braces are a list', 'a={1,b}', { a: [1, 'b'] }],
  ['empty braces are an empty list', 'a={}', { a: [] }],
  ['braces within a text separate nothing and mean nothing', 'a=x{1},b=2', { a: 'x{1}', b: 2 }],
  ['behind a backslash a separator is a character', 'a\\.b=1\\,2', { 'a.b': '1,2' }],
  ['a backslash stands for itself behind another one', 'a=x\\\\y', { a: 'x\\y' }],
  ['all behind the first = is the value', 'a=b=c', { a: 'b=c' }],
  ['nothing behind the = is an empty text', 'a=', { a: '' }],
])('%s: %s', (_, words, values) => {
  expect(typed(words)).toEqual(values);
});

test.each<[string, unknown, string]>([
  ['true', true, 'true'],
  ['null', null, 'null'],
  ['-7', -7, '-7'],
  ['-0', 0, '-0'],
  // A code, a decimal and an exponent are texts, as in helm.
  ['007', '007', '007'],
  ['1.5', '1.5', '1.5'],
  ['1e3', '1e3', '1e3'],
  ['True', 'True', 'True'],
])('%s is %j with --set, and the text %j with --set-string', (words, value, written) => {
  expect([typed(`a=${words}`), text(`a=${words}`)]).toEqual([{ a: value }, { a: written }]);
});

describe('into values that are there', () => {
  test('a key is added, another stays; what was given is not changed', () => {
    const values = { a: { x: 1, y: 2 }, list: ['p', 'q'] };
    expect(typed('a.x=9,list[1]=r,list[2]=s', values)).toEqual({ a: { x: 9, y: 2 }, list: ['p', 'r', 's'] });
    expect(values).toEqual({ a: { x: 1, y: 2 }, list: ['p', 'q'] });
  });

  test.each<[string, string, string]>([
    ['a gap in a list', 'list[3]=x', '--set list[3] cannot be read: item 3 would leave a gap: there are 2.'],
    ['a key of a text', 'name.x=1', '--set name.x cannot be read: it goes into a value that has no keys.'],
    ['a key of a list', 'list.x=1', '--set list.x cannot be read: it goes into a list that has no keys.'],
    ['an item of a map', 'map[0]=1', '--set map[0] cannot be read: it has an index where there is no list.'],
  ])('%s is refused', (_, words, message) => {
    expect(refused(words, { list: ['p', 'q'], name: 'web', map: {} })).toMatchObject({ code: 'set-invalid', category: 'input', message });
  });
});

test.each<[string, string, object]>([
  ['the last item that can be written', 'a[1000]=x', { code: 'set-invalid' }],
  ['64 steps', `${'a.'.repeat(64)}b=x`, { code: 'set-invalid' }],
  ['what a number can hold', 'a=9007199254740993', { code: 'set-invalid', hint: 'Give it as text: --set-string.' }],
])('beyond %s it is refused', (_, words, error) => {
  expect(refused(words)).toMatchObject(error);
  expect(refused('a=9007199254740991')).toEqual({ taken: { a: 9007199254740991 } });
});

test('a word without = may be a secret that went astray: it is not shown', () => {
  expect(refused('hunter2')).toMatchObject({ message: '--set cannot be read: it has no =.' });
});

test('one over the other: maps by key, lists and everything else as a whole, null too', () => {
  const under = { map: { x: 1, y: 2 }, list: [1, 2], gone: { x: 1 }, kept: 'k' };
  expect(mergeValues(under, { map: { y: 3, z: 4 }, list: [5], gone: null })).toEqual({
    map: { x: 1, y: 3, z: 4 }, list: [5], gone: null, kept: 'k',
  });
  expect(mergeValues({ a: 'text' }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
});

test('keys of the prototype of objects are keys like others, or refused', () => {
  expect(typed('constructor.name=x')).toEqual({ constructor: { name: 'x' } });
  expect(refused('__proto__.x=1')).toMatchObject({ code: 'set-invalid' });
  expect(mergeValues({}, { toString: { a: 1 } })).toEqual({ toString: { a: 1 } });
});
