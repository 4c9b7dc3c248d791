/** What could be upgraded, as a table. */
import { type OutdatedEntry, outdatedLines } from '../../../../../lib/cli/output/catalog/outdated';
import { paint } from '../../../../../lib/cli/output/terminal/paint';

const place = { file: 'c', document: 1, line: 1, offset: 0, length: 1 };
const bundle = (name: string) => ({ name, package: 'shop', image: 'i', relatedImages: [], properties: [], place });
const upgradable = (extension: string, stateNamespace: string): OutdatedEntry => (
  { extension, stateNamespace, status: 'upgradable', available: bundle(`${extension}.v2`) }
);
const lines = (entries: readonly OutdatedEntry[]): readonly string[] =>
  outdatedLines(entries, paint({ isTTY: false } as never), (extension, namespace) => `upgrade ${extension} -n ${namespace}`);

test('every state, what keeps the newest away, and how many can go on', () => {
  expect(lines([
    {
      extension: 'a', stateNamespace: 'n', status: 'upgradable', installed: '1.0.0', available: bundle('a.v2'), newest: bundle('a.v3'),
      catalog: 'own', why: '3: no edge',
    },
    { extension: 'b', stateNamespace: 'n', status: 'no-catalog' },
    {
      extension: 'c', stateNamespace: 'n', status: 'held', installed: `1.0.0\u001b[31m${'x'.repeat(60)}`, deprecation: 'old\nand bad',
    },
  ]).join('\n')).toMatchInlineSnapshot(`
   "EXTENSION  STATE IN  INSTALLED                                 AVAILABLE  NEWEST  CATALOG  STATUS
   a          n         1.0.0                                     a.v2       a.v3    own      can be upgraded
   b          n         -                                         -          -       -        no catalog
   c          n         1.0.0\\x1b[31mxxxxxxxxxxxxxxxxxxxxxxxxxx…  -          -       -        held back

   a: 3: no edge
   c: the installed version is deprecated: old and bad

   1 extension can be upgraded: upgrade a -n n"
  `);
});

test('of several the line says what is common', () => {
  expect(lines([upgradable('a', 'n'), upgradable('b', 'n')]).at(-1)).toBe('2 extensions can be upgraded: upgrade EXTENSION -n n');
  expect(lines([upgradable('a', 'n'), upgradable('a', 'm')]).at(-1)).toBe('2 extensions can be upgraded: upgrade EXTENSION -n NAMESPACE');
});

test('of the same name in several namespaces, the namespace says which is meant', () => {
  const held = (stateNamespace: string): OutdatedEntry => ({ extension: 'a', stateNamespace, status: 'held', why: 'no edge' });
  expect(lines([held('m'), held('n')]).slice(-4, -2)).toEqual(['a (m): no edge', 'a (n): no edge']);
});

test('nothing is installed', () => expect(lines([])).toEqual(['No extension of the command is installed here.']));
