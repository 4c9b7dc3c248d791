/** What the documents promise is what the code has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../lib/cli/exit';

const root = join(__dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = ['lib', 'constructs'].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts')).map((file) => join(folder, file)));

test('docs/errors.md has every error code, and none that does not exist', () => {
  const thrown = sources.flatMap((file) => [...read(file)
    .matchAll(/(?:BoxcutterError|super)\(\s*'([a-z-]+)',\s*'(?:server|input|incomplete|collision|locked|data-loss|interrupted)'/g)].map(([, code]) => code));
  const documented = [...read('docs/errors.md')
    .matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) \|/gm)].flatMap(([, codes = '']) => codes.split(', ').map((code) => code.replaceAll('`', '')));
  // `usage` is what the parser of the command line complains about; it is printed and never thrown.
  expect([...new Set(documented)].sort()).toEqual([...new Set([...thrown, 'usage'])].sort());
});

test('docs/exit-codes.md has every exit code', () => {
  const documented = [...read('docs/exit-codes.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(documented).toEqual(Object.values(EXIT));
});

test('docs/output.md names every field of every schema', () => {
  const text = read('docs/output.md');
  for (const file of readdirSync(join(root, 'docs', 'schemas')).filter((name) => name.endsWith('.json'))) {
    const { properties } = JSON.parse(read(`docs/schemas/${file}`)) as { properties: Record<string, unknown> };
    const [section] = text.split(`### ${file.replace('.json', '')}\n`)[1]?.split('\n### ') ?? [];
    for (const field of Object.keys(properties)) expect(section).toContain(`| \`${field}\``);
  }
});
