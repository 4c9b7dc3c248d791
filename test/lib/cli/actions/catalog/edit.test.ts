/** The subcommands that edit catalogs: what changes in the files, what stays, and what is refused. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { CSV_FILE, files as bundleFiles, serviceVersion } from '../../../formats/sample';

let folder: string;
const printed = { out: '', err: '' };
const PACKAGE = '# Our package\n---\nschema: olm.package\nname: web   # the name\ndefaultChannel: \'stable\'\n';
const bundle = (version: string, image = `registry.example/web@sha256:${'1'.repeat(64)}`): string => `---
schema: olm.bundle
package: web
name: web.v${version}
image: ${image} # pushed by hand
properties:
  - type: olm.package
    value: {packageName: web, version: ${version}}
`;
const STABLE = `---
# Everyone is in here
schema: olm.channel
package: web
name: stable
entries:
  - name: web.v1.0.0 # the first
  - name: web.v1.1.0
    replaces: "web.v1.0.0"
  - name: web.v1.2.0
    replaces: web.v1.1.0
    skips:
      - web.v1.1.0
      - web.v1.0.0
`;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-edit-'));
  write('catalog/web.yaml', PACKAGE + STABLE + ['1.0.0', '1.1.0', '1.2.0'].map((version) => bundle(version)).join(''));
  for (const [stream, key] of [[process.stdout, 'out'], [process.stderr, 'err']] as const) {
    printed[key] = '';
    jest.spyOn(stream, 'write').mockImplementation((text) => {
      printed[key] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
const read = (path = 'catalog/web.yaml'): string => readFileSync(join(folder, path), 'utf8');
const run = (...words: readonly string[]): Promise<number> => runCommand(['catalog', ...words.map((word) => word.replace('FOLDER', folder))]);

/** Lines that went and lines that came. */
async function changed(...words: readonly string[]): Promise<string[]> {
  const before = read().split('\n');
  expect([await run(...words), printed.err]).toEqual([0, '']);
  const after = read().split('\n');
  const count = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length;
  return [...new Set([...before, ...after])].flatMap((line) => {
    const difference = count(after, line) - count(before, line);
    return Array<string>(Math.abs(difference)).fill(`${difference < 0 ? '-' : '+'}${line}`);
  });
}

test('set-default-channel changes one word', async () => {
  write('catalog/fast.yaml', '---\nschema: olm.channel\npackage: web\nname: fast\nentries: [{name: web.v1.2.0}]\n');
  expect(await changed('set-default-channel', 'FOLDER/catalog', 'web', 'fast')).toEqual(['-defaultChannel: \'stable\'', '+defaultChannel: \'fast\'']);
  expect(printed.out).toContain('-defaultChannel: \'stable\'\n+defaultChannel: \'fast\'\n');
});

test('what would make the catalog invalid is refused, and nothing is written', async () => {
  const before = read();
  expect(await run('set-default-channel', 'FOLDER/catalog', 'web', 'fast')).toBe(2);
  expect(printed.err).toContain('default channel "fast" not found');
  expect(read()).toBe(before);
  expect(await run('set-default-channel', 'FOLDER/catalog', 'web', 'fast', '--force')).toBe(0);
  expect(read()).toContain('defaultChannel: \'fast\'');
});

test('--dry-run shows the difference and writes nothing', async () => {
  expect(await changed('deprecate', 'FOLDER/catalog', 'web', '--bundle', 'web.v1.0.0', '-m', 'Old.', '--dry-run')).toEqual([]);
  expect(printed.out).toContain('+schema: olm.deprecations\n');
  expect(printed.out).toContain('Nothing was written (--dry-run)');
});

test('deprecate says it once, changes what it says, and takes it back', async () => {
  expect(await changed('deprecate', 'FOLDER/catalog', 'web', '--bundle', 'web.v1.0.0', '-m', 'Old.')).toContain('+- message: Old.');
  expect(await changed('deprecate', 'FOLDER/catalog', 'web', '--bundle', 'web.v1.0.0', '-m', 'Older.')).toEqual(['-- message: Old.', '+- message: Older.']);
  expect(await changed('deprecate', 'FOLDER/catalog', 'web', '-m', 'Gone.')).toContain('+- reference:');
  expect(await changed('deprecate', 'FOLDER/catalog', 'web', '--undo')).toContain('-- reference:');
  await run('deprecate', 'FOLDER/catalog', 'web', '--bundle', 'web.v1.0.0', '--undo');
  expect(read()).toBe(PACKAGE + STABLE + ['1.0.0', '1.1.0', '1.2.0'].map((version) => bundle(version)).join(''));
});

test('promote lists a bundle in a new channel, and then on top of its head', async () => {
  await run('promote', 'FOLDER/catalog', 'web.v1.0.0', 'fast');
  expect(await changed('promote', 'FOLDER/catalog', 'web.v1.2.0', 'fast', '--skip-range', '<1.2.0', '--replaces', 'web.v1.0.0'))
    .toEqual(['+- name: web.v1.2.0', '+  replaces: web.v1.0.0', '+  skipRange: <1.2.0']);
  expect(await run('promote', 'FOLDER/catalog', 'web.v1.2.0', 'fast')).toBe(2);
  expect(printed.err).toContain('Channel fast of web has web.v1.2.0 already. Nothing was written.');
});

test('add-edge and remove-edge change the entry that the upgrade leads to', async () => {
  expect(await run('remove-edge', 'FOLDER/catalog', 'web.v1.0.0', 'web.v1.2.0')).toBe(2);
  expect(printed.err).toContain('channel contains one or more stranded bundles: web.v1.0.0');
  printed.err = '';
  expect(await changed('remove-edge', 'FOLDER/catalog', 'web.v1.0.0', 'web.v1.2.0', '--force')).toEqual(['-      - web.v1.0.0']);
  expect(await changed('add-edge', 'FOLDER/catalog', 'web.v1.0.0', 'web.v1.2.0', '--skip')).toEqual(['+      - web.v1.0.0']);
  expect(await run('remove-edge', 'FOLDER/catalog', 'web.v1.1.0', 'web.v1.2.0')).toBe(2);
  expect(printed.err).toContain('multiple channel heads found in graph: web.v1.1.0, web.v1.2.0');
  expect(await run('add-edge', 'FOLDER/catalog', 'web.v1.0.0', 'web.v1.2.0', '-c', 'stable')).toBe(2);
  expect(printed.err).toContain('web.v1.2.0 replaces web.v1.1.0 in channel stable, and a bundle can replace only one.');
});

test('remove takes a bundle out, and links what it was between', async () => {
  expect(await changed('remove', 'FOLDER/catalog', 'web.v1.1.0')).toEqual(expect.arrayContaining([
    '-  - name: web.v1.1.0', '-    replaces: "web.v1.0.0"', '-    replaces: web.v1.1.0', '+    replaces: web.v1.0.0', '-      - web.v1.1.0', '-name: web.v1.1.0',
  ]));
  expect(read()).toContain('# Everyone is in here');
  expect(read().match(/^---$/gm)).toHaveLength(4);
  expect(await run('validate', 'FOLDER/catalog')).toBe(0);
});

test('add renders a bundle, lists it on top of the channel, and gives it a file where each has one', async () => {
  for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: JSON.stringify(serviceVersion({ version: '1.3.0' }, { name: 'web.v1.3.0' })) }))) write(`bundle/${path}`, text);
  const added = await changed('add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable', '--image-name', 'registry.example/web-bundle:v{version}');
  expect(added).toEqual(expect.arrayContaining(['+  - name: web.v1.3.0', '+    replaces: web.v1.2.0', '+image: registry.example/web-bundle:v1.3.0', '+  type: olm.csv.metadata'].map((line) => line.replace('+  type', '+- type'))));
  expect(await run('add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable', '--image-name', 'registry.example/web:1')).toBe(2);
  expect(printed.err).toContain('The catalog has web.v1.3.0 already.');
  expect(printed.err).toContain('take it out first: boxcutter catalog remove CATALOG web.v1.3.0');
  write('split/package.yaml', PACKAGE);
  write('split/channels/stable.yaml', STABLE);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) write(`split/bundles/web.v${version}.yaml`, bundle(version));
  expect(await run('add', 'FOLDER/split', 'FOLDER/bundle', '-c', 'stable', '-c', 'fast', '--image-name', 'registry.example/web:v{version}')).toBe(0);
  expect(read('split/bundles/web.v1.3.0.yaml')).toContain('name: web.v1.3.0\n');
  expect(read('split/channels/fast.yaml')).toContain('name: fast\n');
  expect(existsSync(join(folder, 'split/bundles/web.v1.2.0.yaml'))).toBe(true);
});

test.each(['../../outside', '/outside', '.hidden', 'a/b', '-rf'])('where each bundle has a file, the name %j of a bundle leads nowhere else', async (name) => {
  for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: JSON.stringify(serviceVersion({ version: '1.3.0' }, { name })) }))) write(`bundle/${path}`, text);
  write('split/package.yaml', PACKAGE);
  write('split/channels/stable.yaml', STABLE);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) write(`split/bundles/web.v${version}.yaml`, bundle(version));
  const before = readdirSync(folder, { recursive: true });
  expect(await run('add', 'FOLDER/split', 'FOLDER/bundle', '-c', 'stable', '--force', '--image-name', 'registry.example/web:v{version}')).toBe(2);
  expect(printed.err).toContain('cannot be the name of one. Nothing was written.');
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test('add refuses a bundle of which no image is named, unless it is forced, or the catalog is to carry all of its manifests', async () => {
  for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: JSON.stringify(serviceVersion({ version: '1.3.0' }, { name: 'web.v1.3.0' })) }))) write(`bundle/${path}`, text);
  const before = read();
  expect(await run('add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable')).toBe(2);
  expect(printed.err).toContain('bundle. Nothing was written.\nName the image that it is pushed to: --image-name registry.example/');
  expect(read()).toBe(before);
  expect(await run('add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable', '--force')).toBe(0);
  expect(read()).toContain('image: \'\'');
  expect(await run('remove', 'FOLDER/catalog', 'web.v1.3.0')).toBe(0);
  expect(await run('add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable', '--bundle-objects')).toBe(0);
  expect(printed.err).toContain('boxcutter installs it from the manifests in the catalog, and OLM 1 does not install it');
  expect(read()).toContain('olm.bundle.object');
});

test('a long difference is shortened, unless it is all that there is', async () => {
  const description = Array.from({ length: 100 }, (_, line) => `Line ${line}`).join('\n');
  const csv = serviceVersion({ version: '1.3.0', description }, { name: 'web.v1.3.0' });
  for (const [path, text = ''] of Object.entries(bundleFiles({ [CSV_FILE]: JSON.stringify(csv) }))) write(`bundle/${path}`, text);
  const add = ['add', 'FOLDER/catalog', 'FOLDER/bundle', '-c', 'stable', '--image-name', 'registry.example/web:v{version}'];
  expect(await run(...add, '--dry-run')).toBe(0);
  expect(printed.out).toContain('Line 99\n');
  printed.out = '';
  expect(await run(...add)).toBe(0);
  expect(printed.out).toMatch(/\+ {2}- name: web\.v1\.3\.0\n[^]*\n\+image: registry\.example\/web:v1\.3\.0\n[^]*\n\+… \d+ more lines\nChanged /);
  expect(printed.out).not.toContain('Line 99');
});

test('a catalog in JSON stays one', async () => {
  const blobs = [{ schema: 'olm.package', name: 'web', defaultChannel: 'stable' }, { schema: 'olm.channel', package: 'web', name: 'stable', entries: [{ name: 'web.v1.0.0' }] },
    { schema: 'olm.bundle', package: 'web', name: 'web.v1.0.0', image: 'registry.example/web:1', properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.0.0' } }] }];
  write('json/web.json', blobs.map((blob) => JSON.stringify(blob, null, 2)).join('\n'));
  expect(await run('promote', 'FOLDER/json', 'web.v1.0.0', 'fast')).toBe(0);
  expect(await run('deprecate', 'FOLDER/json/web.json', 'web', '--channel', 'fast', '-m', 'Slow.')).toBe(0);
  expect(await run('set-default-channel', 'FOLDER/json', 'web', 'fast')).toBe(0);
  expect(read('json/web.json')).toContain('"defaultChannel": "fast"\n}\n{\n  "schema": "olm.channel"');
  expect(await run('validate', 'FOLDER/json')).toBe(0);
});

test.each([
  ['a bundle that there is not', ['remove', 'FOLDER/catalog', 'shop.v9.0.0-rc.7'], 'The catalog has no bundle shop.v9.0.0-rc.7. Nothing was written.\nThere is web.v1.0.0, web.v1.1.0, web.v1.2.0.'],
  ['a bundle that is misspelled', ['remove', 'FOLDER/catalog', 'wep.v1.1.0'], 'The catalog has no bundle wep.v1.1.0. Nothing was written.\nDid you mean web.v1.1.0?'],
  ['a package that there is not', ['deprecate', 'FOLDER/catalog', 'shop', '-m', 'x'], 'The catalog has no package shop.'],
  ['an edge that there is not', ['remove-edge', 'FOLDER/catalog', 'web.v1.0.0', 'web.v1.2.0', '-c', 'fast'], 'Package web has no channel fast. Nothing was written.\nThere is stable.'],
  ['nothing that is said', ['deprecate', 'FOLDER/catalog', 'web'], 'The options do not say what to deprecate'],
  ['a catalog that there is not', ['remove', 'FOLDER/none', 'web.v1.0.0'], 'There is no catalog'],
  ['what is no bundle', ['add', 'FOLDER/catalog', 'FOLDER/catalog', '-c', 'stable'], 'is not one bundle. Nothing was written.'],
])('refuses %s', async (_what, words, message) => {
  const before = read();
  expect(await run(...words)).toBe(2);
  expect(printed.err).toContain(message);
  expect(read()).toBe(before);
});
