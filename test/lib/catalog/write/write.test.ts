/** Catalogs as text: the same bytes for the same content, whatever its order was. */
import type { JsonObject } from '../../../../lib/api';
import { catalogFiles, writeCatalog } from '../../../../lib/catalog';
import { parseDocuments } from '../../../../lib/yaml';

const web = { schema: 'olm.package', name: 'web', defaultChannel: 'stable', description: '<b>&amp;' };
const cache = { schema: 'olm.package', name: 'cache', defaultChannel: 'fast' };
const fast = { schema: 'olm.channel', package: 'web', name: 'fast', entries: [{ skipRange: '<1.0.0', skips: ['web.v0.9.0'], name: 'web.v1.0.0', replaces: 'web.v0.8.0' }] };
const stable = { schema: 'olm.channel', package: 'web', name: 'stable', entries: [{ name: 'web.v1.0.0' }] };
const bundle = { properties: [{ value: { version: '1.0.0', packageName: 'web' }, type: 'olm.package' }], image: 'registry.example/web:1', schema: 'olm.bundle', package: 'web', name: 'web.v1.0.0' };
const deprecations = { schema: 'olm.deprecations', package: 'web', entries: [{ message: 'old', reference: { schema: 'olm.package' } }] };
const custom = { schema: 'com.example.docs', package: 'web', zebra: 1, animal: { b: 1, a: [{ d: 1, c: 2 }] } };
const loose = { schema: 'com.example.note', text: '1.10' };
const all: readonly JsonObject[] = [loose, deprecations, custom, bundle, stable, fast, web, cache];

describe('the order of blobs', () => {
  test('is package by package: package, channels, bundles, others, deprecations; blobs of no package come last', () => {
    const read = parseDocuments(writeCatalog(all, 'yaml'), 'catalog.yaml').documents.map(({ value }) => value);
    expect(read).toEqual([cache, web, fast, stable, bundle, custom, deprecations, loose]);
  });

  test('does not depend on the order that they come in', () => {
    expect(writeCatalog([...all].reverse(), 'json')).toBe(writeCatalog(all, 'json'));
  });
});

describe('the text', () => {
  test('of JSON has four spaces, the members as upstream orders them, and no escapes of HTML', () => {
    expect(writeCatalog([web, fast, bundle, custom], 'json')).toMatchSnapshot();
  });

  test('of YAML has a line of hyphens before every document, and sorted keys', () => {
    expect(writeCatalog([loose, bundle], 'yaml')).toMatchSnapshot();
  });

  test('of nothing is empty', () => {
    expect(writeCatalog([], 'json')).toBe('');
  });
});

describe('a catalog as files', () => {
  test('has one for each package, and one at the root for blobs of none', () => {
    const files = catalogFiles(all, 'yaml');
    expect([...files.keys()]).toEqual(['cache/catalog.yaml', 'web/catalog.yaml', 'catalog.yaml']);
    expect([...files.values()].join('')).toBe(writeCatalog(all, 'yaml'));
  });

  test.each(['..', '.', 'a/b', 'a\\b'])('refuses a package that is called %j', (name) => {
    expect(() => catalogFiles([{ schema: 'olm.package', name }], 'yaml')).toThrow(`invalid package name ${JSON.stringify(name)}: must be a single local path element.`);
  });

  test.each([
    ['a\nb', 'cannot be seen'], ['a\u001b[2Jb', 'cannot be seen'], ['a\tb', 'cannot be seen'], ['\u202eweb', 'cannot be seen'],
    ['a:b', 'on Windows'], ['a*', 'on Windows'], ['web.', 'on Windows'], ['web ', 'on Windows'],
    ['NUL', 'a device'], ['aux.v1', 'a device'], ['com1', 'a device'],
    ['catalog.yaml', 'a file of a catalog'], ['.indexignore', 'a file of a catalog'], ['oci-layout', 'a file of a catalog'],
    ['x'.repeat(256), 'at most 255 bytes, and this has 256'], ['ä'.repeat(128), 'at most 255 bytes'],
  ])('refuses a package that is called %j', (name, problem) => {
    let message = '';
    try {
      catalogFiles([{ schema: 'olm.bundle', package: name, name: 'v1' }], 'yaml');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(problem);
    expect(message.length).toBeLessThan(250);
  });

  test('refuses two packages that would be one folder where upper and lower case are the same, and takes a package of many blobs', () => {
    const named = (name: string): JsonObject => ({ schema: 'olm.package', name });
    expect(() => catalogFiles([named('web'), named('Web')], 'yaml')).toThrow('invalid package name "web": "Web" has the same folder');
    expect(catalogFiles([named('web'), stable, bundle], 'yaml').size).toBe(1);
  });

  test.each(['console', 'nulls', 'x'.repeat(255), 'a.b', 'com10', '.hidden'])('takes a package that is called %j', (name) => {
    expect([...catalogFiles([{ schema: 'olm.package', name }], 'json').keys()]).toEqual([`${name}/catalog.json`]);
  });
});
