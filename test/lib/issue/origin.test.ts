import { compareOrigins, formatOrigin, type Origin, originKey } from '../../../lib/issue';

const file: Origin = { source: 'app.yaml', line: 12, document: 2 };

test('what a construct has read is shown after the path of the construct', () => {
  expect(formatOrigin({ ...file, within: 'app/shop' })).toBe('app/shop (app.yaml:12 (document 2))');
  expect(formatOrigin({ source: 'chart', within: 'app/shop', made: { kind: 'Role', name: 'a' } })).toBe('app/shop (chart (Role a))');
});

test.each<[string, Origin]>([
  ['the construct', { ...file, within: 'app/shop' }],
  ['the source', { ...file, source: 'b.yaml' }],
  ['the line', { ...file, line: 13 }],
  ['the document', { ...file, document: 3 }],
  ['the entry of a list', { ...file, items: [1] }],
  ['the object that was made', { ...file, made: { kind: 'Role', name: 'a' } }],
])('origins differ by %s', (_, other) => {
  expect(originKey(other)).not.toBe(originKey(file));
  expect(Math.sign(compareOrigins(other, file))).toBe(-Math.sign(compareOrigins(file, other)));
  expect(compareOrigins(other, file)).not.toBe(0);
});

test('the same origin is the same, in whatever order it was written down', () => {
  expect(originKey({ document: 2, line: 12, source: 'app.yaml' })).toBe(originKey(file));
  expect(compareOrigins({ ...file, items: [] }, file)).toBe(0);
});

test('origins are in the order in which things stand in a file', () => {
  const lines = [100, 9, 20].map((line): Origin => ({ source: 'app.yaml', line }));
  expect(lines.sort(compareOrigins).map(({ line }) => line)).toEqual([9, 20, 100]);
  const items = [[2], [1, 10], [1, 9]].map((list): Origin => ({ source: 'app.yaml', items: list }));
  expect(items.sort(compareOrigins).map((origin) => origin.items)).toEqual([[1, 9], [1, 10], [2]]);
});
