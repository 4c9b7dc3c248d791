/** Values with where they stand. */
import { type PlacedValue, placedValue } from '../../../lib/yaml/places';

const TEXT = `# c
a: "x"
m: {b: c, 'd': e}
l:
- k: \${X:=""}
  z: |
    hi
`;

/** What stands at each scalar, quotation marks among it. */
function scalars(text: string, value: PlacedValue | undefined): readonly (readonly [read: string, stands: string])[] {
  if (value === undefined) return [];
  if (value.type === 'scalar') return [[value.text, text.slice(value.start, value.end)]];
  if (value.type === 'list') return value.items.flatMap((item) => scalars(text, item));
  return value.entries.flatMap(({ key, value: inner }) => [...scalars(text, key), ...scalars(text, inner)]);
}

test('scalars are read, and stand where they stand with their quotation marks', () => {
  const { text, value } = placedValue(TEXT);
  expect(scalars(text, value)).toEqual([
    ['a', 'a'], ['x', '"x"'], ['m', 'm'], ['b', 'b'], ['c', 'c'], ['d', "'d'"], ['e', 'e'], ['l', 'l'], ['k', 'k'], ['${X:=""}', '${X:=""}'], ['z', 'z'], ['hi\n', '    hi\n'],
  ]);
});

test('mappings in braces are told from the others', () => {
  const { value } = placedValue(TEXT);
  const isFlow = value?.type === 'mapping' ? value.entries.map(({ value: inner }) => inner.type === 'mapping' && inner.isFlow) : [];
  expect(isFlow).toEqual([false, true, false]);
});

test.each([['nothing', ''], ['several documents', 'a: b\n---\nc: d\n'], ['references', 'a: &x b\nc: *x\n']])('a text with %s has no value', (_what, text) => {
  expect(placedValue(text).value).toBeUndefined();
});
