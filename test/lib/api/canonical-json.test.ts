/** One spelling of JSON, whatever order it was written in. */
import { canonicalJson, compareBytes } from '../../../lib/api/canonical-json';

const scenarios: [scenario: string, value: unknown, json: string][] = [
  ['what is in order already', { a: 1, b: [{ c: null, d: 'x' }] }, '{"a":1,"b":[{"c":null,"d":"x"}]}'],
  ['keys out of order at the top', { b: 1, a: 2 }, '{"a":2,"b":1}'],
  ['keys out of order deep within lists', [{ a: [{ z: 1, y: 2 }] }], '[{"a":[{"y":2,"z":1}]}]'],
  ['keys that look like numbers, which JavaScript keeps in an order of its own', { 10: 'a', 9: 'b', 1: 'c' }, '{"1":"c","10":"a","9":"b"}'],
  ['bytes, not UTF-16 units, decide', { '\u{1f600}': 1, '\uff5e': 2 }, '{"\uff5e":2,"\u{1f600}":1}'],
  ['members that are undefined are not there, in order or not', { a: undefined, c: { y: undefined, x: 1 }, b: 1 }, '{"b":1,"c":{"x":1}}'],
  ['a member named __proto__', JSON.parse('{"b":1,"__proto__":{"a":1}}'), '{"__proto__":{"a":1},"b":1}'],
  ['nothing', undefined, 'null'],
  ['a text', 'a"b', '"a\\"b"'],
];

test.each(scenarios)('%s', (_, value, json) => {
  expect(canonicalJson(value)).toBe(json);
  // Written once, it is in order: the short way gives the same.
  expect(canonicalJson(JSON.parse(json))).toBe(json);
});

test('the order of bytes is that of UTF-8', () => {
  const texts = ['a', 'b', 'ab', '', '\uff5e', '\u{1f600}', 'é', '10', '9'];
  const asBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect([...texts].sort(compareBytes)).toEqual(asBytes);
});
