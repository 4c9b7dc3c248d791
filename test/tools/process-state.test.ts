/** What the environment of tests puts back after each file. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @returns what the script says of a process of its own, with `remember` at hand */
function inProcess(script: string): unknown {
  const module = pathToFileURL(join(__dirname, '..', '..', 'tools', 'run', 'shared', 'process-state.mjs')).href;
  const text = `import { remember } from '${module}';\nconst say = (value) => console.log(JSON.stringify(value));\n${script}`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' }));
}

test('Variables, folder, globals, members of the process and listeners are as they were', () => {
  expect(inProcess(`
    const [folder, platform] = [process.cwd(), process.platform];
    process.env.KEPT = 'before';
    globalThis.kept = 'before';
    const putBack = remember();
    process.env.KEPT = 'after';
    process.env.ADDED = 'after';
    globalThis.kept = 'after';
    globalThis.added = 'after';
    delete globalThis.fetch;
    Object.defineProperty(process, 'platform', { value: 'other' });
    process.chdir('/');
    process.on('SIGINT', () => {});
    putBack();
    say([
      process.env.KEPT, process.env.ADDED ?? 'none', globalThis.kept, globalThis.added ?? 'none', typeof globalThis.fetch,
      process.platform === platform, process.cwd() === folder, process.listenerCount('SIGINT'),
    ]);
  `)).toEqual(['before', 'none', 'before', 'none', 'function', true, true, 0]);
});

test('A listener for what the process above says stays, whatever other listeners come and go', () => {
  expect(inProcess(`
    process.on('message', () => {});
    for (let file = 0; file < 20; file += 1) {
      const putBack = remember();
      process.on('SIGWINCH', () => {});
      putBack();
    }
    say(process.listenerCount('message'));
  `)).toBe(1);
});
