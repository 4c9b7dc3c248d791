/** The catalogs that a user names. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogSources, parseCatalogSource } from '../../../../lib/source/catalog/sources';
import { parseUserCatalogs, userCatalogs, userCatalogsFile, writeUserCatalogs } from '../../../../lib/source/catalog/user-catalogs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-catalogs-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('a catalog in one text', () => {
  test.each([
    ['./catalog', 'catalog', './catalog', 0],
    ['own=./catalog', 'own', './catalog', 0],
    ['own@10=./catalog', 'own', './catalog', 10],
    ['own@-5=quay.io/org/catalog:v1', 'own', 'quay.io/org/catalog:v1', -5],
    ['quay.io/org/Community_Catalog:v1', 'community-catalog', 'quay.io/org/Community_Catalog:v1', 0],
    [`quay.io/org/catalog@sha256:${'0'.repeat(64)}`, 'catalog', `quay.io/org/catalog@sha256:${'0'.repeat(64)}`, 0],
    ['https://host.example/catalogs/operators', 'operators', 'https://host.example/catalogs/operators', 0],
    ['https://host.example/x?a=b', 'x', 'https://host.example/x?a=b', 0],
    ['own=https://host.example/x?a=b', 'own', 'https://host.example/x?a=b', 0],
    ['C:\\catalogs\\own.yaml', 'own', 'C:\\catalogs\\own.yaml', 0],
    ['./a=b', 'a-b', './a=b', 0],
    ['.', 'catalog', '.', 0],
  ])('%s', (text, name, where, priority) => expect(parseCatalogSource(text)).toEqual({ name, where, priority }));
  test.each([
    ['', 'names no place'], ['own=', 'names no place'], ['own@99999999999=./x', 'priority'], [`${'n'.repeat(64)}=./x`, 'cannot be the name of a catalog'],
    ['own-=./x', 'cannot be the name of a catalog'],
  ])('%j is refused', (text, why) => {
    expect(() => parseCatalogSource(text)).toThrow(expect.objectContaining({ code: 'catalog-source', message: expect.stringContaining(why) }));
  });
});

describe('who decides', () => {
  const own = { name: 'own', where: './own', priority: 0 };
  test('the line, else the variable, else the file, else nobody', () => {
    const env = { HOME: home };
    expect(catalogSources([], env)).toEqual({ from: 'file', sources: [] });
    writeUserCatalogs([{ ...own, priority: 3 }], env);
    expect(catalogSources([], env)).toEqual({ from: 'file', sources: [{ ...own, priority: 3 }] });
    const listed = { ...env, BOXCUTTER_CATALOG_SOURCES: 'own=./own, far@2=quay.io/org/catalog:v1,' };
    expect(catalogSources([], listed)).toEqual({ from: 'environment', sources: [own, { name: 'far', where: 'quay.io/org/catalog:v1', priority: 2 }] });
    expect(catalogSources(['own=./own'], listed)).toEqual({ from: 'line', sources: [own] });
  });
  test('the name of a catalog that is kept in mind stands for it, where nothing else goes by it', () => {
    const env = { HOME: home };
    writeUserCatalogs([{ ...own, priority: 3 }, { name: 'lib', where: './elsewhere', priority: 0 }], env);
    expect(catalogSources(['own', 'far=quay.io/org/catalog:v1'], env).sources).toEqual([{ ...own, priority: 3 }, { name: 'far', where: 'quay.io/org/catalog:v1', priority: 0 }]);
    // A folder of this project.
    expect(catalogSources(['lib'], env).sources).toEqual([{ name: 'lib', where: 'lib', priority: 0 }]);
  });
  test('two of one name are refused, with their places', () => {
    expect(() => catalogSources(['a/catalog', 'b/catalog'], {})).toThrow(expect.objectContaining({
      code: 'catalog-source', message: 'Two catalogs have the name catalog: a/catalog and b/catalog.',
    }));
  });
});

describe('the file of the user', () => {
  test('is kept as it is written, and lies where XDG says', () => {
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'settings') };
    writeUserCatalogs([{ name: 'a', where: '/a', priority: 0 }, { name: 'b', where: '/b', priority: -1 }], env);
    expect(userCatalogsFile(env)).toBe(join(home, 'settings', 'boxcutter', 'catalogs.yaml'));
    expect(readFileSync(userCatalogsFile(env), 'utf8')).toMatchInlineSnapshot(`
"catalogs:
- name: a
  where: /a
- name: b
  where: /b
  priority: -1
"
`);
    expect(userCatalogs(env).map(({ name }) => name)).toEqual(['a', 'b']);
    writeUserCatalogs([], env);
    expect(userCatalogs(env)).toEqual([]);
  });
  test.each<[string, string, RegExp]>([
    ['no YAML', 'catalogs: [', /^The catalogs in f cannot be used: .+/],
    ['a list', '- a', /catalogs: a list is needed/],
    ['two documents', 'catalogs: []\n---\n{}', /several documents/],
    ['everything wrong at once', 'catalogs: [{name: A_B, where: "", priority: x, url: y}, 3]',
      /catalogs\[0\]\.name: .*; catalogs\[0\]\.where: .*; catalogs\[0\]\.priority: .*; catalogs\[0\]\.url: unknown key.*; catalogs\[1\]: a map/],
  ])('with %s cannot be used', (_, text, message) => {
    expect(() => parseUserCatalogs(text, 'f')).toThrow(expect.objectContaining({ code: 'catalog-settings', message: expect.stringMatching(message) }));
  });
  test('that is empty names none', () => expect(parseUserCatalogs('', 'f')).toEqual([]));
});
