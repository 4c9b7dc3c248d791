import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

test('every page that a text names is there', () => {
  const pages = [...new Set(sources.flatMap((file) => [...code(file).matchAll(/docPage\('([^']+)'/g)].map(([, page = '']) => page)))];
  expect(pages).toContain('registries.md');
  expect(pages.filter((page) => !existsSync(join(root, 'docs', page)))).toEqual([]);
});
