/** The check of the console output in README finds what has changed, and not what is another each time. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module is an ES module, which jest does not load without more ado. */
function differencesOf(before: string, after: string): unknown {
  const module = pathToFileURL(join(__dirname, '..', '..', 'tools', 'docs', 'console-blocks.mjs')).href;
  const script = `import { differencesOf } from ${JSON.stringify(module)};
    console.log(JSON.stringify(differencesOf(...${JSON.stringify([before, after])})));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

const page = `  ConfigMap shop/a: created
  Deployment shop/web: created, waiting: 0 of 1 available
  Deployment shop/web: ready
2 created; 5 writes, 2 dry runs, 6 reads; 0.50 s
    Pod web-6db69cbc55-6jcn6: it is not scheduled
2 unchanged; 0 writes, 0 dry runs, 11 reads; 0.12 s
`;

test('what is another each time is no difference', () => {
  const again = page.replace('  ConfigMap shop/a: created\n', '').replace(': ready\n', ': ready\n  ConfigMap shop/a: ready\n')
    .replace('0 of 1 available', '0 of 1 updated').replace('5 writes', '6 writes').replace('6 reads', '1 read').replace('0.50 s', '12.3 s')
    .replace('-6jcn6', '-xx2aa');
  expect(differencesOf(page, again)).toEqual([]);
});

test('other words, other numbers of objects, and writes where there were none are', () => {
  expect(differencesOf(page, page.replace('it is not scheduled', 'it has no node'))).toHaveLength(2);
  expect(differencesOf(page, page.replace('2 created', '3 created'))).toHaveLength(2);
  expect(differencesOf(page, page.replace('0 writes', '1 write'))).toHaveLength(2);
  expect(differencesOf(page, `${page}one line more\n`)).toEqual(['+ one line more']);
});
