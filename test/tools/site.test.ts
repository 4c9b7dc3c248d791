/** The site of the documentation: every page has its place. That it builds, and how it looks, is asked by `npm run check -- site`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Page {
  readonly title: string;
  readonly page: string;
}

interface Group {
  readonly title: string;
  readonly entries: readonly (Page & { readonly below: readonly Page[] })[];
}

const repository = join(__dirname, '..', '..');

/** The modules are ES modules, which jest does not load without more ado. */
function ask<T>(what: string): T {
  const from = (file: string): string => JSON.stringify(pathToFileURL(join(repository, 'tools', file)).href);
  const script = `import { pagesOf } from ${from('docs/links.mjs')};
    import { layOut } from ${from('site/layout.mjs')};
    import { navigation, unreachable } from ${from('site/navigation.mjs')};
    const root = ${JSON.stringify(repository)};
    console.log(JSON.stringify(${what}));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as T;
}

test('docs/index.md leads to every page', () => {
  expect(ask("unreachable(root, [...pagesOf(root), 'docs/nobody-knows.md'])")).toEqual(['docs/nobody-knows.md']);
});

test('the navigation has its groups, and each command below all commands', () => {
  const groups = ask<Group[]>('navigation(root)');
  expect(groups.map(({ title }) => title)).toEqual(expect.arrayContaining(['Getting started', 'Commands', 'Concepts', 'Reference']));
  const all = groups.flatMap(({ entries }) => entries).find(({ title }) => title === 'All commands');
  expect(all?.below).toContainEqual({ title: 'apply', page: 'docs/commands/apply.md' });
});

test('pages, schemas and examples have an address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-site-'));
  try {
    const places = new Map(ask<[string, string][]>(`[...layOut(root, pagesOf(root), ${JSON.stringify(folder)})]`));
    expect(Object.fromEntries(places)).toMatchObject({
      'docs/index.md': '/',
      'README.md': '/tour.html',
      'docs/api/README.md': '/api/',
      'docs/state.md': '/state.html',
      'docs/schemas/error.json': '/schemas/error.json',
      'examples/typed-package': '/examples/typed-package/',
    });
    expect(existsSync(join(folder, 'public/schemas/error.json'))).toBe(true);
    expect(readFileSync(join(folder, 'examples/typed-package/index.md'), 'utf8')).toContain('### greeter.ts\n\n```ts\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
