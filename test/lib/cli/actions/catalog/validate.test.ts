import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';

let folder: string;
let written: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalog-validate-'));
  written = [];
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const run = async (...words: readonly string[]): Promise<readonly [number, string]> => {
  const code = await runCommand(['catalog', ...words]);
  return [code, written.join('').replaceAll(folder, 'FOLDER')];
};

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const PACKAGE = 'schema: olm.package\nname: shop\ndefaultChannel: beta\n';
const CHANNEL = 'schema: olm.channel\nname: stable\npackage: shop\nentries:\n- name: shop.v1.1.0\n- name: shop.v1.2.0\n  skipRange: <1.2.0\n';
const bundle = (version: string, image = 'example.io/shop:v1'): string =>
  `schema: olm.bundle\nname: shop.v${version}\npackage: shop\nimage: ${image}\nproperties:\n- type: olm.package\n  value: {packageName: shop, version: ${version}}\n`;

test('everything is told as a tree, with places and what to do; the exit code is 2', async () => {
  write('shop/catalog.yaml', [PACKAGE, CHANNEL, bundle('1.1.0'), bundle('1.2.0', 'example.io/Shop')].join('---\n'));
  write('README.md', '# A catalog\n\n| a |\n');
  expect(await run('validate', folder)).toEqual([2, [
    'invalid catalog:',
    '├── this is neither YAML nor JSON  [README.md:3 (document 1)]',
    '│   → Every file in the folder of a catalog is read, whatever its name. List files that do not belong to the catalog in a file .indexignore.',
    '└── invalid package "shop":',
    '    ├── invalid channel "stable":',
    '    │   └── multiple channel heads found in graph: shop.v1.1.0, shop.v1.2.0  [shop/catalog.yaml:5 (document 2)]',
    '    │       → Let the newest version replace or skip the others; a skipRange is not enough.',
    '    └── invalid bundle "shop.v1.2.0":',
    '        └── package "shop" bundle "shop.v1.2.0" image: invalid image pull spec "example.io/Shop": invalid reference format: '
    + 'repository name must be lowercase  [shop/catalog.yaml:21 (document 4): image]',
    '            → The form is registry/repository:tag or registry/repository@sha256:<64 digits>.',
    'FOLDER: not valid; 1 package, 1 channel, 2 bundles; 3 errors, 4 warnings (--strict shows 4 warnings)',
    '',
  ].join('\n')]);
});

test('what passes says what was found; advice fails with --strict only', async () => {
  const valid = [PACKAGE.replace('beta', 'stable'), CHANNEL.replace('- name: shop.v1.1.0\n', ''), bundle('1.2.0')].join('---\n');
  write('a.yaml', valid);
  expect(await run('validate', folder)).toEqual([0, 'FOLDER: valid; 1 package, 1 channel, 1 bundle (--strict shows 2 warnings)\n']);
  written.length = 0;
  const [code, text] = await run('validate', folder, '--strict');
  expect(code).toBe(2);
  expect(text).toContain('package "shop":\n    └── bundle "shop.v1.2.0":\n        ├── warning: an image is not pinned by digest: example.io/shop:v1');
});

test('the document has all findings, with what they are about', async () => {
  write('a.yaml', [PACKAGE.replace('beta', 'stable'), CHANNEL, bundle('1.2.0')].join('---\n'));
  const [code, text] = await run('validate', folder, '-o', 'json');
  expect(code).toBe(2);
  expect(JSON.parse(text)).toMatchObject({
    schema: 'boxcutter.catalog-validation/v1', catalog: 'FOLDER', passed: false, packages: 1, channels: 1, bundles: 1,
    findings: [
      {
        code: 'catalog-entry-without-bundle', severity: 'error', file: 'a.yaml', line: 5, document: 2, path: 'entries', package: 'shop', channel: 'stable',
        message: 'no olm.bundle blobs found in package "shop" for olm.channel entries [shop.v1.1.0]',
      },
      { code: 'catalog-several-heads', severity: 'error', package: 'shop', channel: 'stable' },
      { code: 'catalog-unpinned-image', severity: 'warning', package: 'shop', bundle: 'shop.v1.2.0', line: 13 },
      { code: 'catalog-related-images', severity: 'warning' },
    ],
  });
});

test('a catalog that is not there is bad input', async () => {
  const [code, text] = await run('validate', join(folder, 'gone'));
  expect([code, text]).toEqual([2, expect.stringContaining('gone')]);
});

test('list shows what can be listed of a catalog with mistakes, and that there are some', async () => {
  write('a.yaml', [PACKAGE, CHANNEL, bundle('1.2.0'), 'a: [\n'].join('---\n'));
  expect(await run('list', 'channels', folder)).toEqual([0, [
    'FOLDER has 1 mistake. What could not be read is missing here. To list the mistakes: boxcutter catalog validate FOLDER',
    'PACKAGE  CHANNEL  HEAD                                            BUNDLES',
    'shop     stable   ERROR: several heads: shop.v1.1.0, shop.v1.2.0  2',
    '',
  ].join('\n')]);
});

test('list of a package that is not there is bad input', async () => {
  write('a.yaml', PACKAGE);
  const [code, text] = await run('list', 'packages', folder, '--package', 'x');
  expect([code, text]).toEqual([2, expect.stringContaining('has no package x.')]);
});

test('the catalog of the cookbook, whose bundles are beside it, is valid; with --strict the paths are told', async () => {
  const catalog = join(__dirname, '../../../../../docs/cookbook/catalog');
  expect(await runCommand(['catalog', 'validate', catalog])).toBe(0);
  expect(await runCommand(['catalog', 'validate', catalog, '--strict'])).toBe(2);
});
