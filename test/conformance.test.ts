/** docs/conformance.md names tests: each of them exists, and what is tested of a rule is named. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviceWording } from '../lib/formats/registry-v1/advice-wording';
import { validatorWording } from '../lib/formats/registry-v1/validators/wording';
import { missingAmong, namedIn, tableRows, titlesOf } from './named-tests';

const root = join(__dirname, '..');
const page = readFileSync(join(root, 'docs', 'conformance.md'), 'utf8');

const rows = tableRows(page);

/** `file: title` of every test that a table names. */
const named = namedIn(rows);
const names = new Set(named.map(([file, title]) => `${file}: ${title}`));

test('every test that is named exists', () => {
  expect(named.length).toBeGreaterThan(400);
  expect(missingAmong(named)).toEqual([]);
});

test('every test of the engine\'s conformance is named', () => {
  const files = ['server/conformance', 'lib/engine/conformance'].flatMap((folder) =>
    readdirSync(join(root, 'test', folder))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replace('.test.ts', '')}`),
  );
  expect(files.length).toBeGreaterThan(6);
  const titles = files.flatMap((file) => [...titlesOf(file).tests].filter((title) => title !== '%s').map((title) => `${file}: ${title}`));
  const unnamed = titles.filter((title) => !names.has(title));
  expect(unnamed).toEqual([]);
});

/** Files in which each test, and each row of a table, is one rule of a format or of a configuration. */
const RULES = [
  'lib/formats/registry-v1/validators', 'lib/formats/metadata/dependencies', 'lib/formats/plain-v0/read',
  'lib/formats/registry-v1/render/generators', 'lib/formats/registry-v1/render/certificates', 'lib/formats/registry-v1/render/names',
  'lib/formats/registry-v1/config/install-modes', 'lib/formats/registry-v1/render/deployment-config', 'lib/config/validate',
  'lib/config/messages/messages', 'lib/config/schema/dialects', 'lib/guards/permissions/pre-authorization',
];

test.each(RULES)('every rule that is tested in %s is named', (file) => {
  const { tests, each } = titlesOf(file);
  const all = [...[...tests].filter((title) => title !== '%s'), ...each];
  expect(all.length).toBeGreaterThan(4);
  expect(all.filter((title) => !names.has(`${file}: ${title}`))).toEqual([]);
});

test('every finding of a validator of bundles is in a table', () => {
  const codes = [...Object.keys(validatorWording), ...Object.keys(adviceWording), 'bundle-version', 'bundle-release'];
  expect(codes.length).toBeGreaterThan(25);
  expect(codes.filter((code) => !rows.some(({ outcome }) => outcome.includes(`\`${code}\``)))).toEqual([]);
});

test('what has no test says why', () => {
  expect(rows.filter(({ test: cell, outcome }) => !cell.includes('`') && outcome === '')).toEqual([]);
});
