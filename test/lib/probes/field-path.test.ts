import { parseFieldPath, valueAt, wireFieldPath } from '../../../lib/probes/field-path';

describe('a field path, as it is looked up and as messages show it', () => {
  test.each([
    ['status.phase', ['status', 'phase'], '.status.phase'],
    ['metadata.labels["app.kubernetes.io/name"]', ['metadata', 'labels', 'app.kubernetes.io/name'], '.metadata.labels["app.kubernetes.io/name"]'],
    ["metadata.labels['a.b']", ['metadata', 'labels', 'a.b'], '.metadata.labels["a.b"]'],
    ['data["a\\"b"]', ['data', 'a"b'], '.data["a\\"b"]'],
    ['data["a\\\\b"]', ['data', 'a\\b'], '.data["a\\\\b"]'],
    ['data["plain"].x', ['data', 'plain', 'x'], '.data.plain.x'],
    ['data["a[0].b"].c', ['data', 'a[0].b', 'c'], '.data["a[0].b"].c'],
    ['data["0"]', ['data', '0'], '.data.0'],
    ['data[""]', ['data', ''], '.data[""]'],
    ['spec.containers[0].image', ['spec', 'containers', 0, 'image'], '.spec.containers[0].image'],
    ['a[0][12]', ['a', 0, 12], '.a[0][12]'],
    ['["a.b"]', ['a.b'], '["a.b"]'],
    ['data.with-dash/slash', ['data', 'with-dash/slash'], '.data.with-dash/slash'],
  ])('%s', (source, segments, text) => {
    expect(parseFieldPath(source)).toEqual({ segments, text });
  });
});

test.each(['status.phase', '.status.phase', '.status.phase.'])('%s is written without dots at its ends', (path) => {
  expect(wireFieldPath(path)).toBe('status.phase');
});

const object = { a: { b: 1, c: { d: null }, 'e.f': [1, { g: null }] }, list: ['x'], text: 'abc', numbered: { 0: 'y' } };
test.each([
  ['a.b', 1],
  ['a.c.d', null],
  ['a.c.d.e', undefined],
  ['a["e.f"][0]', 1],
  ['a["e.f"][1].g', null],
  ['a["e.f"][1].g.h', undefined],
  ['list[0]', 'x'],
  ['list[1]', undefined],
  ['list.0', undefined],
  ['list["0"]', undefined],
  ['list.length', undefined],
  ['numbered[0]', undefined],
  ['numbered.0', 'y'],
  ['text.length', undefined],
  ['text[0]', undefined],
  ['constructor', undefined],
  ['a.__proto__', undefined],
])('%s of an object', (path, value) => {
  expect(valueAt(object, parseFieldPath(path))).toEqual(value);
});
