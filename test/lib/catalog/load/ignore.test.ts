/** What `.indexignore` files hide. Table of docs/conformance.md. */
import { catalogFilesFromMap, loadCatalog } from '../../../../lib/catalog';
import { globOf, matchesGlob } from '../../../../lib/catalog/load/files/glob';

const read = async (ignoreFiles: Readonly<Record<string, string>>, paths: readonly string[]): Promise<readonly string[]> => {
  const files = new Map([
    ...Object.entries(ignoreFiles),
    ...paths.map((path): [string, string] => [path, '{"schema":"x"}']),
  ]);
  const { content, issues } = await loadCatalog(catalogFilesFromMap('test', files));
  expect(issues).toEqual([]);
  return content.others.map(({ place }) => place.file);
};

test.each<[string, string, readonly string[], readonly string[]]>([
  ['nothing', '', ['a', '.b/c'], ['.b/c', 'a']],
  ['blank lines, comments, blanks around', '\n  \n# a\n  b  \r\n', ['a', 'b'], ['a']],
  ['a name at any depth', 'a', ['a', 'x/a', 'x/a/y', 'b', 'aa'], ['aa', 'b']],
  ['a pattern at any depth', '*.md', ['README.md', 'x/y.md', 'x/z.yaml'], ['x/z.yaml']],
  ['a name at the top', '/a', ['a', 'x/a'], ['x/a']],
  ['a path', 'x/a', ['x/a', 'y/x/a', 'x/a/b', 'x/b'], ['x/b', 'y/x/a']],
  ['a folder, not a file', 'c/', ['c/y', 'x/c', 'd/c/e'], ['x/c']],
  ['a folder or a file', 'c', ['c/y', 'x/c', 'd'], ['d']],
  ['a star within a name', '/*/a', ['x/a', 'x/y/a', 'a'], ['a', 'x/y/a']],
  ['any number of folders', 'x/**/a', ['x/a', 'x/y/a', 'x/y/z/a', 'y/x/a'], ['y/x/a']],
  ['everything in a folder', 'x/**', ['x/a', 'x/y/z', 'y'], ['y']],
  ['any folder above', '**/a', ['a', 'x/a', 'x/b'], ['x/b']],
  ['two stars within a name match nothing', 'a**b', ['ab', 'axb'], ['ab', 'axb']],
  ['a question mark, a class, a range', '?x\n[ab]y\n[c-e]z\n[^q]w', ['1x', 'x', 'ay', 'cy', 'dz', 'fz', 'qw', 'pw'], ['cy', 'fz', 'qw', 'x']],
  ['a backslash', '\\*', ['*', 'a'], ['a']],
  ['brackets that are not closed match nothing', '[a', ['a', '[a'], ['[a', 'a']],
  ['case counts', 'A', ['a', 'A'], ['a']],
  ['the last match decides', 'a\n!a', ['a'], ['a']],
  ['an exception that comes before has no effect', '!a/b\na/', ['a/b', 'a/c'], []],
  ['a folder that is hidden is entered again', 'a/\n!a/b/keep', ['a/b/keep', 'a/b/other', 'a/c'], ['a/b/keep']],
])('%s', async (_, text, paths, left) => {
  expect(await read({ '.indexignore': text }, paths)).toEqual([...left].sort());
});

test('patterns of a folder hold in it alone, and the last file of all decides', async () => {
  const paths = ['a', 'x/a', 'x/y/a', 'y/a', 'y/b'];
  expect(await read({ '.indexignore': 'b', 'x/.indexignore': '/a', 'y/.indexignore': '!b\na' }, paths)).toEqual(['a', 'x/y/a', 'y/b']);
});

test('a pattern of many stars takes no time', () => {
  const glob = globOf(`${'*a'.repeat(60)}b`);
  expect(glob !== undefined && matchesGlob(glob, 'a'.repeat(250))).toBe(false);
});
