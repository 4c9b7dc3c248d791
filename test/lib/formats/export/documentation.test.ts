/** docs/package-export.md and docs/findings.md say everything about exports. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METADATA_FIELDS } from '../../../../lib/formats/detect/known-formats';

const root = join(__dirname, '..', '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('every code of an export is documented', () => {
  const folders = ['lib/formats/export', 'lib/formats/registry-v1/export'];
  const files = [...folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)), 'constructs/package/package-bundle.ts'];
  const used = new Set(files.flatMap((file) => [...read(file).matchAll(/'(export-[a-z-]+|bundle-document)'/g)].map(([, code = '']) => code)));
  // Thrown, not found: docs/errors.md has it.
  used.delete('export-invalid');
  const section = read('docs/findings.md').split('## Exporting a package\n')[1]?.split('\n## ')[0] ?? '';
  const documented = new Set([...section.matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \|/gm)].flatMap(([, codes = '']) => [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code)));
  expect([...documented].sort()).toEqual([...used].sort());
});

test('every member that a package may say about itself is documented', () => {
  const members = METADATA_FIELDS;
  const page = read('docs/package-export.md');
  expect(members.length).toBeGreaterThan(15);
  expect(members.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const declared = [...read('constructs/package/package.ts').matchAll(/declare readonly (\w+)\?/g)].map(([, name = '']) => name);
  expect(declared.sort()).toEqual([...members].sort());
});
