/** Every link between the pages of this repository leads to a file and a heading that exist. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const repository = join(__dirname, '..', '..');

/** The module is an ES module, which jest does not load without more ado. */
function ask(what: string): unknown {
  const module = pathToFileURL(join(repository, 'tools', 'docs', 'links.mjs')).href;
  const script = `import { anchorsOf, brokenLinks, pagesOf } from ${JSON.stringify(module)}; console.log(JSON.stringify(${what}));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('README, CONTRIBUTING, docs and examples link to what is there', () => {
  const root = JSON.stringify(repository);
  const { pages, broken } = ask(`{ pages: pagesOf(${root}), broken: brokenLinks(${root}, pagesOf(${root})) }`) as {
    pages: readonly string[];
    broken: readonly string[];
  };
  const known = ['README.md', 'CONTRIBUTING.md', 'docs/commands/apply.md', 'examples/from-bundle/README.md'];
  expect(pages).toEqual(expect.arrayContaining(known));
  expect(broken).toEqual([]);
});

test('a file or a heading that is not there is found; code and other hosts are passed over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-links-'));
  try {
    const links = '[1](b.md) [2](b.md#one) [3](b.md#two) [4](#a) [5](#b) [6](c.md) [7](https://example.com/x.md) `[8](d.md)`';
    writeFileSync(join(folder, 'a.md'), `# A\n\n${links}\n\`\`\`\n[9](e.md)\n\`\`\`\n`);
    writeFileSync(join(folder, 'b.md'), '# One\n');
    expect(ask(`brokenLinks(${JSON.stringify(folder)}, ['a.md', 'b.md'])`)).toEqual(['a.md: b.md#two', 'a.md: #b', 'a.md: c.md']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('headings are called as on GitHub', () => {
  const page = '# `a b`: C & d_e\n## [Link](x.md), (it)\n## Same\n## Same\n```\n# no heading\n```\n';
  expect(ask(`[...anchorsOf(${JSON.stringify(page)})]`)).toEqual(['a-b-c--d_e', 'link-it', 'same', 'same-1']);
});
