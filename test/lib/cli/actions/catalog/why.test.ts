/** `catalog why` over catalogs in folders, as a user runs it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import schema from '../../../../../docs/schemas/catalog-why.json';

let folder: string;
let printed: string;
let complained: string;
const environment = { ...process.env };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-why-'));
  const write = (name: string, ...blobs: readonly object[]): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'catalog.json'), blobs.map((blob) => JSON.stringify(blob)).join('\n'));
  };
  const pack = (name: string): object => ({ schema: 'olm.package', name, defaultChannel: 'stable' });
  const channel = (name: string, of: string, ...entries: readonly object[]): object => ({ schema: 'olm.channel', name, package: of, entries });
  const bundle = (of: string, version: string, ...properties: readonly object[]): object => ({
    schema: 'olm.bundle', name: `${of}.v${version}`, package: of, image: `example.com/${of}:${version}`,
    properties: [{ type: 'olm.package', value: { packageName: of, version } }, ...properties],
  });
  const needs = (packageName: string, versionRange: string): object => ({ type: 'olm.package.required', value: { packageName, versionRange } });
  write(
    'shop', pack('shop'), bundle('shop', '1.0.0'), bundle('shop', '1.1.0'), bundle('shop', '1.2.0', needs('certs', '>=1.0.0')), bundle('shop', '2.0.0'),
    bundle('shop', '2.1.0', needs('gone', '1.0.0')),
    channel('stable', 'shop', { name: 'shop.v1.0.0' }, { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0' }, { name: 'shop.v1.2.0', skipRange: '>=1.0.0 <1.2.0' }),
    channel('fast', 'shop', { name: 'shop.v2.0.0', replaces: 'shop.v1.2.0' }, { name: 'shop.v2.1.0', skipRange: '<2.1.0' }),
    { schema: 'olm.deprecations', package: 'shop', entries: [{ reference: { schema: 'olm.channel', name: 'stable' }, message: 'use fast' }] },
  );
  write('certs', pack('certs'), bundle('certs', '1.4.0'), channel('stable', 'certs', { name: 'certs.v1.4.0' }));
  write('second', pack('shop'), bundle('shop', '1.1.0'), channel('stable', 'shop', { name: 'shop.v1.1.0' }));
  writeFileSync(join(folder, 'broken.yaml'), 'a: [');
  mkdirSync(join(folder, 'home'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  [printed, complained] = ['', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => (printed += String(text), true));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => (complained += String(text), true));
  process.env['HOME'] = join(folder, 'home');
  process.env['XDG_CACHE_HOME'] = join(folder, 'home');
  process.env['XDG_CONFIG_HOME'] = join(folder, 'home');
  delete process.env['BOXCUTTER_CATALOG_SOURCES'];
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...environment };
});

const why = (...words: readonly string[]): Promise<number> => runCommand(['catalog', 'why', ...words.map((word) => word.replace('FOLDER', folder))]);
const CATALOGS = ['--catalog', 'FOLDER/shop', '--catalog', 'FOLDER/certs'] as const;

test('what would be installed, what it brings along, and of every other version why not', async () => {
  expect(await why('shop', '--from', '1.0.0', ...CATALOGS)).toBe(0);
  expect(printed).toBe([
    'shop 1.2.0, from 1.0.0: bundle shop.v1.2.0 of catalog shop',
    'Deprecated: use fast',
    '',
    'VERSION  CHANNELS  WHY',
    '1.2.0    stable    chosen: skipRange >=1.0.0 <1.2.0 in channel stable',
    '1.1.0    stable    possible, but older',
    '1.0.0    stable    installed now, but older',
    '2.1.0    fast      shop 2.1.0 needs package gone 1.0.0; no catalog has a package gone',
    '2.0.0    fast      no upgrade edge from shop.v1.0.0 (no replaces, skips or skipRange)',
    '',
    'Before it:',
    '  install certs 1.4.0 (shop needs package certs >=1.0.0)',
    '',
  ].join('\n'));
});

test('why not a version that is asked for: the message of OLM, what is in the way, and the way in steps', async () => {
  expect(await why('shop', '--from', '1.0.0', '--version', '2.0.0', ...CATALOGS)).toBe(0);
  expect(printed.split('\n').slice(0, 2)).toEqual([
    'error upgrading from currently installed version "1.0.0": no bundles found for package "shop" matching version "2.0.0"',
    'The nearest is 2.0.0: no upgrade edge from shop.v1.0.0 (no replaces, skips or skipRange). '
      + 'Upgrading in several steps is possible: 1.2.0, 2.0.0.',
  ]);
});

test('older versions are counted, and shown with --all', async () => {
  await why('shop', '--from', 'shop.v1.1.0', '--channel', 'stable', ...CATALOGS);
  expect(printed).toContain('1 older version not shown; --all shows them.');
  expect(printed).not.toMatch(/^1\.0\.0 /m);
  printed = '';
  await why('shop', '--from', 'shop.v1.1.0', '--channel', 'stable', '--all', ...CATALOGS);
  expect(printed).toMatch(/^1\.0\.0 +stable +no upgrade edge from shop\.v1\.1\.0/m);
});

test('a version that no catalog has is taken for a bundle of the usual name, and that is said', async () => {
  expect(await why('shop', '--from', '1.0.5', ...CATALOGS)).toBe(0);
  expect(complained).toContain('No catalog has shop 1.0.5; its bundle is assumed to be shop.v1.0.5.');
  expect(printed).toContain('shop 1.2.0, from 1.0.5');
});

test('any version with SelfCertified, and which catalog each comes from where there are several', async () => {
  await why('shop', '--from', '1.2.0', '--version', '1.1.0', '--upgrade-constraint-policy', 'SelfCertified', ...CATALOGS, '--catalog', 'other@-1=FOLDER/second');
  expect(printed).toMatch(/^VERSION +CATALOG +CHANNELS +WHY$/m);
  expect(printed).toMatch(/^1\.1\.0 +shop +stable +chosen$/m);
  expect(printed).toMatch(/^1\.1\.0 +other +stable +possible, but its catalog has a lower priority$/m);
});

test.each([
  ['an answer', ['shop', '--from', '1.0.0', '--kube-version', 'v1.31.0']],
  ['no answer', ['shop', '--from', '1.0.0', '--version', '2.0.0']],
  ['nothing installed', ['shop', '--channel', 'stable']],
])('as a document, with %s', async (_, words) => {
  expect(await why(...words, '-o', 'json', ...CATALOGS)).toBe(0);
  const validate = new Ajv({ strict: false }).compile(closed(schema));
  expect([validate(JSON.parse(printed)), validate.errors]).toEqual([true, null]);
});

test.each([
  ['a package that no catalog has', ['nothing', ...CATALOGS], 'no bundles found for package "nothing"'],
  ['a range that cannot be read', ['shop', '--version', '>>1', ...CATALOGS], 'desired version range ">>1" is invalid: improper constraint: ">>1"'],
  ['what is installed is neither a bundle nor a version', ['shop', '--from', 'foo', ...CATALOGS], 'foo is neither the name of a bundle of package shop nor a version'],
  ['no catalog', ['shop'], 'No catalog is named'],
  ['a catalog that is not there', ['shop', '--catalog', 'FOLDER/none'], 'none'],
])('%s is refused', async (_, words, message) => {
  expect(await why(...words)).toBe(2);
  expect(complained).toContain(message);
});

/** Nothing but what the schema names. */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T;
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return ('properties' in members ? { ...members, additionalProperties: false } : members) as T;
}
