/** `boxcutter catalog graph`, `diff` and `search`, on files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { document } from '../../../../server/cli/documents';

let work: string;
let said: string;
let noted: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'boxcutter-look-test-'));
  said = '';
  noted = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((noted += String(text))));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(work, { recursive: true, force: true });
});

const bundle = (name: string, version: string) => ({
  schema: 'olm.bundle', package: 'shop', name, image: `registry.example/shop:${version}`,
  properties: [
    { type: 'olm.package', value: { packageName: 'shop', version } },
    { type: 'olm.csv.metadata', value: { displayName: 'The shop', keywords: ['orders'], crdDescriptions: {}, apiServiceDefinitions: {} } },
  ],
});
const channel = (entries: readonly object[]) => ({ schema: 'olm.channel', package: 'shop', name: 'stable', entries });
const shop = [
  { schema: 'olm.package', name: 'shop', defaultChannel: 'stable' },
  channel([{ name: 'shop.v1.0.0' }, { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0' }]),
  bundle('shop.v1.0.0', '1.0.0'), bundle('shop.v1.1.0', '1.1.0'),
];

function catalog(name: string, blobs: readonly object[], rest = ''): string {
  const path = join(work, `${name}.json`);
  writeFileSync(path, `${blobs.map((blob) => JSON.stringify(blob)).join('\n')}${rest}`);
  return path;
}

test.each([
  ['mermaid', 'graph LR\n'], ['dot', 'digraph catalog {'], ['svg', '<svg '], ['html', '<!doctype html>'],
  ['json', '{\n  "schema": "boxcutter.catalog-graph/v1"'],
])('a graph is written as %s', async (format, beginning) => {
  expect(await runCommand(['catalog', 'graph', catalog('shop', shop), '-o', format])).toBe(0);
  expect([said.startsWith(beginning), said.includes('shop.v1.1.0'), noted]).toEqual([true, true, '']);
});

test('a graph is drawn of what can be read, and a note says what is missing', async () => {
  const broken = catalog('broken', [...shop.slice(1), { schema: 'olm.package', name: 'shop', defaultChannel: 'stable' }, {
    ...channel([{ name: 'shop.v1.1.0', skipRange: '>v1.0.0' }]), name: 'fast',
  }], '\n{"schema": ');
  expect(await runCommand(['catalog', 'graph', broken])).toBe(0);
  expect(said).toContain('shop.v1.1.0');
  expect(noted).toMatch(/1 mistake\. What could not be read is missing here\. To list the mistakes: boxcutter catalog validate .*broken\.json/);
  expect(noted).toContain('Package shop, channel fast: the skipRange of shop.v1.1.0 is ignored. Could not parse Range ">v1.0.0"');
});

test('a package that no olm.package declares is drawn, with a note; lists leave it out, with a note', async () => {
  const undeclared = catalog('undeclared', shop.slice(1));
  expect(await runCommand(['catalog', 'graph', undeclared])).toBe(0);
  expect(said).toContain('shop.v1.1.0');
  expect(noted).toBe('Package shop: no olm.package declares it, so OLM does not see it; shown here nevertheless.\n');
  noted = '';
  expect(await runCommand(['catalog', 'list', 'packages', undeclared])).toBe(0);
  expect(noted).toBe('Package shop: no olm.package declares it, so OLM does not see it; missing here.\n');
});

test('a package without channels has nothing to draw, and a note says so', async () => {
  expect(await runCommand(['catalog', 'graph', catalog('empty', [...shop, { schema: 'olm.package', name: 'web', defaultChannel: 'stable' }])])).toBe(0);
  expect(noted).toBe('Package web has no channel, so there is nothing to draw.\n');
});

test.each([
  [['--minimum-edge', 'shop.v9.0.0'], 'unknown minimum edge name: "shop.v9.0.0"'],
  [['--minimum-version', 'nine'], '--minimum-version nine is not a version'],
  [['--package', 'store'], 'package "store" not found'],
])('a graph with %j is refused, with exit code 2', async (args, message) => {
  expect(await runCommand(['catalog', 'graph', catalog('shop', shop), ...args])).toBe(2);
  expect([said, noted]).toEqual(['', expect.stringContaining(message)]);
});

test.each([
  ['graph FIRST -o json'], ['diff FIRST SECOND -o json'], ['search shop --catalog FIRST -o json'],
])('the document of %s is as its schema says', async (line) => {
  const dep = { schema: 'olm.deprecations', package: 'shop', entries: [{ reference: { schema: 'olm.bundle', name: 'shop.v1.0.0' }, message: 'old' }] };
  const [first, second] = [catalog('first', [...shop, dep]), catalog('second', shop.slice(0, 2))];
  expect(await runCommand(['catalog', ...line.replace('FIRST', first).replace('SECOND', second).split(' ')])).toBe(0);
  expect(Object.keys(document({ code: 0, signal: null, stdout: said, stderr: noted })).length).toBeGreaterThan(2);
});

test('a difference is told line by line', async () => {
  const newer = [
    shop[0]!, channel([{ name: 'shop.v1.0.0' }, { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0' }, { name: 'shop.v1.2.0', replaces: 'shop.v1.1.0' }]),
    ...shop.slice(2), bundle('shop.v1.2.0', '1.2.0'),
  ];
  expect(await runCommand(['catalog', 'diff', catalog('old', shop), catalog('new', newer)])).toBe(0);
  expect(said).toBe(`~ package shop
  ~ channel stable
    ~ head: shop.v1.1.0 -> shop.v1.2.0
    + entry shop.v1.2.0
    + edge shop.v1.1.0 -> shop.v1.2.0 (replaces)
  + bundle shop.v1.2.0, version 1.2.0
~ images
  + image registry.example/shop:1.2.0
1 package differs: 1 version new, 0 versions gone, 0 versions changed; 1 image new, 0 gone.
`);
});

test('catalogs that do not differ are told to be the same', async () => {
  expect(await runCommand(['catalog', 'diff', catalog('old', shop), catalog('new', shop)])).toBe(0);
  expect(said).toBe('Both catalogs have the same packages, channels, versions, edges and images.\n');
});

test('a search goes over all catalogs that are named, and says in which one a package is', async () => {
  const other = catalog('other', [{ schema: 'olm.package', name: 'orders', defaultChannel: '' }]);
  expect(await runCommand(['catalog', 'search', 'orders', '--catalog', catalog('shop', shop), '--catalog', other, '-o', 'json'])).toBe(0);
  const { hits } = JSON.parse(said) as { readonly hits: readonly { readonly package: string; readonly catalog: string }[] };
  expect(hits.map((hit) => [hit.package, hit.catalog])).toEqual([['orders', 'other'], ['shop', 'shop']]);
});

test('of several catalogs, one that cannot be opened is left out; a single one is an error', async () => {
  const [first, second] = [catalog('shop', shop), join(work, 'none.json')];
  expect(await runCommand(['catalog', 'search', 'shop', '--catalog', first, '--catalog', `gone=${second}`])).toBe(0);
  expect([said.includes('shop'), noted]).toEqual([true, expect.stringContaining('Catalog gone is left out: ')]);
  expect(await runCommand(['catalog', 'search', 'shop', '--catalog', second])).toBe(2);
});

test('a search without any catalog says how to name one', async () => {
  const environment = { ...process.env };
  Object.assign(process.env, { XDG_CONFIG_HOME: work, BOXCUTTER_CATALOG_SOURCES: '' });
  try {
    expect(await runCommand(['catalog', 'search', 'shop'])).toBe(2);
  } finally {
    process.env = environment;
  }
  expect(noted).toContain('No catalog is named');
});

test('a search that finds nothing says so', async () => {
  expect(await runCommand(['catalog', 'search', 'nothing', '--catalog', catalog('shop', shop)])).toBe(0);
  expect(said).toBe('No package has all of these words.\n');
});
