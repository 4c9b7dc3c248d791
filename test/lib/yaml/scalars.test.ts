/**
 * Scalars as kubectl reads them. The vectors were read with sigs.k8s.io/yaml 1.6, the reader of kubectl and client-go; with
 * 30,000 random ones beside them both agreed.
 */
import { parseDocuments } from '../../../lib/yaml';

const read = (text: string) => {
  const { documents, issues } = parseDocuments(text, 'test.yaml');
  return issues.length > 0 ? issues.map(({ code }) => code) : documents[0]?.value;
};

test.each([
  ['true', ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'], true],
  ['false', ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'], false],
  ['null', ['', '~', 'null', 'Null', 'NULL'], null],
])('words that mean %s', (_, words, value) => {
  for (const word of words) expect({ word, value: read(`a: ${word}\n`) }).toEqual({ word, value: { a: value } });
});

test.each([
  ['0755', 493], ['0o17', 15], ['0O17', 15], ['0b11', 3], ['-0b11', -3], ['0b-1', -1], ['0x1F', 31], ['1_000', 1000], ['0777_', 511], ['+1', 1], ['-0', 0],
  ['08', 8], ['1e3', 1000], ['1E+5', 100000], ['.5', 0.5], ['+.5', 0.5], ['5.', 5], ['1.0', 1], ['9007199254740991', 9007199254740991],
])('%s is a number', (text, value) => {
  expect(read(`a: ${text}\n`)).toEqual({ a: value });
});

test.each([
  '2024-01-02', '2024-01-02T03:04:05Z', '12:30', '12:30:45', '1.2.3', '1e400', 'e10', '1e', '0b', '_1', '.', '-', '+', '=', 'tRUE', 'None', 'Infinity', 'NaN', '0x', '1,000',
])('%s stays a string', (text) => {
  expect(read(`a: ${text === '-' ? '"-"' : text}\n`)).toEqual({ a: text });
});

test('quoted scalars, block scalars and tagged strings are strings', () => {
  expect(read('a: "yes"\nb: \'0755\'\nc: !!str 1\nd: ! 1\ne: |\n  true\nf: [<<]\n')).toEqual({ a: 'yes', b: '0755', c: '1', d: '1', e: 'true\n', f: ['<<'] });
});

test('keys are read like values and become strings', () => {
  expect(read('y: a\n0755: b\n1.5: c\n')).toEqual({ true: 'a', 493: 'b', '1.5': 'c' });
});

test('!!binary is decoded', () => {
  expect(read('a: !!binary aGVsbG8=\n')).toEqual({ a: 'hello' });
});

test.each([
  ['9007199254740993', 'yaml-integer'],
  ['-9007199254740993', 'yaml-integer'],
  ['18446744073709551616', 'yaml-integer'],
  ['.inf', 'yaml-not-json'],
  ['.NaN', 'yaml-not-json'],
  ['!!int x', 'yaml-tag'],
  ['!custom x', 'yaml-tag'],
  ['!!timestamp 2024-01-02', 'yaml-tag'],
])('%s is refused', (text, code) => {
  expect(read(`a: ${text}\n`)).toEqual([code]);
});

test('merge keys work as in kubectl, in the order of the text', () => {
  expect(read('base: &x {b: 1, c: 1}\nlater: {<<: *x, b: 2}\n')).toEqual({ base: { b: 1, c: 1 }, later: { b: 2, c: 1 } });
  expect(read('x: &x {b: 1}\ny: &y {b: 2, e: 3}\nboth: {<<: [*x, *y]}\n')).toMatchObject({ both: { b: 1, e: 3 } });
  expect(read('"<<": 1\n')).toEqual({ '<<': 1 });
});
