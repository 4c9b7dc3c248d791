import { parseFieldPath, valueAt, wireFieldPath } from '../../../lib/probes/field-path';

test('a field path, as it is looked up and as messages show it', () => {
  expect(parseFieldPath('status.phase')).toEqual({ segments: ['status', 'phase'], text: '.status.phase' });
});

test.each(['status.phase', '.status.phase', '.status.phase.'])('%s is written without dots at its ends', (path) => {
  expect(wireFieldPath(path)).toBe('status.phase');
});

const object = { a: { b: 1, c: { d: null } }, list: ['x'], text: 'abc' };
test.each([
  ['a.b', 1],
  ['a.c.d', null],
  ['a.c.d.e', undefined],
  ['list.0', undefined],
  ['list.length', undefined],
  ['text.length', undefined],
  ['constructor', undefined],
  ['a.__proto__', undefined],
])('%s of an object', (path, value) => {
  expect(valueAt(object, parseFieldPath(path))).toEqual(value);
});
