import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { docPage } from '../../lib/doc-page';

test.each([
  ['a site', { homepage: 'https://boxcutter.example.com/' }, 'https://boxcutter.example.com/docs/yaml.md'],
  ['a homepage within a forge', { homepage: 'https://github.com/shop/cdk#readme' }, 'https://github.com/shop/cdk/blob/main/docs/yaml.md'],
  ['a repository', { repository: { url: 'git+https://github.com/shop/cdk.git' } }, 'https://github.com/shop/cdk/blob/main/docs/yaml.md'],
  ['a repository as text', { repository: 'https://git.example.com/cdk' }, 'https://git.example.com/cdk/docs/yaml.md'],
  ['an address that no browser opens', { repository: 'git@example.com:shop/cdk' }, '/pkg/docs/yaml.md'],
  ['nothing', {}, '/pkg/docs/yaml.md'],
])('by %s', (_by, more, expected) => {
  expect(docPage('yaml.md', { folder: '/pkg', ...more })).toBe(expected);
});

const root = resolve(__dirname, '../..');
const sources = ['lib', 'constructs'].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(folder, file)));
/** Comments apart: they are for who has the sources. */
const code = (file: string): string => readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\//g, '').replace(/(?:^|\s)\/\/.*$/gm, '');

test('no text names a page without its address', () => {
  expect(sources.filter((file) => /['"`( ]docs\/[\w-]+\.md/.test(code(file)))).toEqual([]);
});

/** Every call, with what it is given. */
const calls = sources.filter((file) => file !== join('lib', 'doc-page.ts'))
  .flatMap((file) => [...code(file).matchAll(/docPage\(([^)]*)\)/g)].map(([, given = '']) => ({ file, given })));

test('every page is named by a text, so that it can be looked for', () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter(({ given }) => !/^'[\w-]+\.md'$/.test(given))).toEqual([]);
  const importing = sources.filter((file) => /\bdocPage\b/.test(code(file)) && file !== join('lib', 'doc-page.ts'));
  expect(importing.filter((file) => !calls.some((call) => call.file === file))).toEqual([]);
});

test('every page that a text names is in the package, in the place that the hint says', () => {
  const pages = [...new Set(calls.map(({ given }) => given.slice(1, -1)))];
  expect(pages).toContain('registries.md');
  const named = pages.map((page) => docPage(page, { folder: root }));
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  const inPackage = packed();
  expect(named.filter((path) => !inPackage.has(relative(root, path)))).toEqual([]);
});

/** What npm would put into the package, as the fields of package.json say. Nothing is built, or written. */
function packed(): ReadonlySet<string> {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--loglevel=error'];
  const [{ files } = { files: [] }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' })) as { files: { path: string }[] }[];
  return new Set(files.map(({ path }) => path));
}
