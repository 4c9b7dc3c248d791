/** Lines of values in a text. */
import { linesOf, type YamlPlace } from '../../../lib/yaml';

const at = (...steps: string[]): YamlPlace => ({ document: 0, steps });

const text = `# a comment
kind: Site
metadata:
  annotations:
    "web.example/a.b": x
    plain: |
      kind: not this
spec:
  ports:
    - name: http
      port: 80
    -
      name: https
  flow: { a: [1, { b: 2 }] }
`;

test.each([
  ['the text itself, from its first value', [], 2],
  ['a mapping, by its key', ['metadata'], 3],
  ['a key that is quoted', ['metadata', 'annotations', 'web.example/a.b'], 5],
  ['a key behind a block of text that looks like YAML', ['spec'], 8],
  ['an entry of a list', ['spec', 'ports', '0'], 10],
  ['a field of an entry', ['spec', 'ports', '1', 'name'], 13],
  ['a value in flow style', ['spec', 'flow', 'a', '1', 'b'], 14],
  ['a field that is missing: what would hold it', ['spec', 'ports', '0', 'protocol'], 10],
  ['a path that leads into a scalar', ['kind', 'x'], 2],
])('%s', (_what, steps, line) => {
  expect(linesOf(text, [at(...steps)])).toEqual([line]);
});

test('several documents: by number, or the first that is not empty', () => {
  const several = '---\n---\nspec: { a: 1 }\n---\nspec:\n  a: 2\n';
  expect(linesOf(several, [at('spec'), { document: 2, steps: ['spec'] }, { document: 3, steps: ['spec', 'a'] }])).toEqual([3, 3, 6]);
});

test('keys behind anchors, aliases and merges are found, and a byte order mark moves nothing', () => {
  expect(linesOf('\ufeffbase: &base\n  a: 1\nmore:\n  <<: *base\n  b: *base\n  c: 3\n', [at('more', 'b'), at('more', 'c')])).toEqual([5, 6]);
});

test('what is no YAML, or has no such document, has no lines', () => {
  expect(linesOf('a: [', [at('a')])).toEqual([undefined]);
  expect(linesOf('a: 1', [{ document: 2, steps: ['a'] }])).toEqual([undefined]);
  expect(linesOf('', [at('a')])).toEqual([undefined]);
});
