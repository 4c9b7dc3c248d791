/** docs/findings.md has every finding about bundles. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

test('every code of a reader or validator is documented, with its severity', () => {
  const folders = ['lib/formats', 'lib/formats/files', 'lib/formats/metadata', 'lib/formats/plain-v0', 'lib/formats/registry-v1', 'lib/formats/registry-v1/validators'];
  const sources = folders.flatMap((folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts')).map((name) => readFileSync(join(root, folder, name), 'utf8')));
  const used = sources.flatMap((text) => [...text.matchAll(/\b(problem|remark)\(\s*'([a-z-]+)'/g)].map(([, how, code]) => `${code} ${how === 'problem' ? 'e' : 'w'}`));
  const rows = [...readFileSync(join(root, 'docs/findings.md'), 'utf8').matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \| ([ew]) \|/gm)];
  const documented = new Set(rows.flatMap(([, codes = '', severity = '']) => [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code]) => `${code} ${severity}`)));
  expect(used.length).toBeGreaterThan(40);
  expect([...new Set(used)].filter((code) => !documented.has(code))).toEqual([]);
});
