/** The page about reasons has every one that the controllers give, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

function sources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts')).map((file) => readFileSync(join(root, folder, file), 'utf8'));
}

test('docs/runbooks/reasons.md has a section for each reason in the code', () => {
  const folders = ['approval', 'catalog', 'extension', 'revision'].map((name) => `lib/controllers/${name}`);
  const given = folders.flatMap(sources).flatMap((text) => (
    [...text.matchAll(/\breason: ((?:'[A-Z]\w*'(?: \| )?)+)/g)].flatMap(([, list = '']) => [...list.matchAll(/'(\w+)'/g)].map(([, reason = '']) => reason))
  ));
  const page = readFileSync(join(root, 'docs/runbooks/reasons.md'), 'utf8');
  const described = [...page.matchAll(/^### (\w+)$/gm)].map(([, reason = '']) => reason);
  expect([...described].sort()).toEqual([...new Set(given)].sort());
});
