import { parseFieldPath, valueAt } from '../../../lib/probes/field-path';

describe('a field path', () => {
  test.each([
    ['status.phase', ['status', 'phase'], '.status.phase'],
    ['.status.phase', ['status', 'phase'], '.status.phase'],
    ['.status.phase.', ['status', 'phase'], '.status.phase'],
    ['metadata.labels["app.kubernetes.io/name"]', ['metadata', 'labels', 'app.kubernetes.io/name'], '.metadata.labels["app.kubernetes.io/name"]'],
    ["metadata.labels['a.b']", ['metadata', 'labels', 'a.b'], '.metadata.labels["a.b"]'],
    ['data["a\\"b"]', ['data', 'a"b'], '.data["a\\"b"]'],
    ['data["plain"].x', ['data', 'plain', 'x'], '.data.plain.x'],
    ['spec.containers[0].image', ['spec', 'containers', 0, 'image'], '.spec.containers[0].image'],
    ['a[0][12]', ['a', 0, 12], '.a[0][12]'],
    ['["a.b"]', ['a.b'], '["a.b"]'],
    ['data.with-dash/slash', ['data', 'with-dash/slash'], '.data.with-dash/slash'],
  ])('%s', (source, segments, text) => {
    expect(parseFieldPath(source)).toEqual({ segments, text });
  });

  test.each([
    ['', 'the path is empty'],
    ['.', 'the path is empty'],
    ['a..b', 'expected a field name at character 3'],
    ['a b', 'expected a field name at character 2'],
    ['a[', 'expected a list index or a quoted key in brackets at character 2'],
    ['a[-1]', 'expected a list index or a quoted key in brackets at character 2'],
    ['a[?]', 'expected a list index or a quoted key in brackets at character 2'],
    ['a["b]', 'expected a list index or a quoted key in brackets at character 2'],
    ['a[0]b', 'expected a field name at character 5'],
    ['a]', 'expected a field name at character 2'],
  ])('%j is refused', (source, message) => {
    expect(() => parseFieldPath(source)).toThrow(new SyntaxError(message));
  });

  const object = { a: { 'b.c': [1, { d: null }] }, list: ['x'], text: 'abc' };
  test.each([
    ['a["b.c"][0]', 1],
    ['a["b.c"][1].d', null],
    ['list[0]', 'x'],
    ['list[1]', undefined],
    ['list.length', undefined],
    ['text.length', undefined],
    ['text[0]', undefined],
    ['a[0]', undefined],
    ['a["b.c"][1].d.e', undefined],
    ['constructor', undefined],
    ['a.__proto__', undefined],
  ])('%s of an object', (path, value) => {
    expect(valueAt(object, parseFieldPath(path))).toEqual(value);
  });
});
