/** `npm run profile` adds up what V8's profiler saw. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module is an ES module, which jest does not load without more ado. */
function summaryOf(profile: object): readonly string[] {
  const module = pathToFileURL(join(__dirname, '..', '..', 'tools', 'profile', 'summary.mjs')).href;
  const script = `import { summary } from ${JSON.stringify(module)};
    console.log(JSON.stringify(summary(${JSON.stringify(profile)})));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as readonly string[];
}

const node = (id: number, functionName: string, children: readonly number[] = [], url = ''): object => ({
  id, children, callFrame: { functionName, url, lineNumber: 4 },
});

test('Time counts for a function itself, and once for each function that called it', () => {
  const nodes = [node(1, '(root)', [2]), node(2, 'walk', [3], 'file:///x/walk.js'), node(3, 'walk', [4], 'file:///x/walk.js'), node(4, '')];
  expect(summaryOf({ nodes, samples: [2, 3, 4], timeDeltas: [1000, 2000, 4000] })).toEqual([
    '7.0 ms in all',
    'by themselves:',
    '      4.0  (anonymous)',
    '      3.0  walk walk.js:5',
    'with what they called:',
    '      7.0  walk walk.js:5',
    '      7.0  (root)',
    '      4.0  (anonymous)',
  ]);
});
