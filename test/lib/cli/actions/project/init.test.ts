/**
 * `boxcutter init`: what is written, what is refused, and what npm is asked for.
 *
 * @jest-environment node
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { init } from '../../../../../lib/cli/actions/project/init';
import { runNpm } from '../../../../../lib/cli/actions/project/init-npm';
import { ownPackage } from '../../../../../lib/cli/templates/own-package';
import { capturedOutput } from '../state-server';

jest.mock('node:child_process', () => ({ ...jest.requireActual<object>('node:child_process'), spawn: jest.fn() }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const { out } = capturedOutput();
const at = (...parts: string[]): string => join(folder, ...parts);
const manifest = (directory: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Record<string, unknown>;

test('a new folder: a project of its name, and what to do next', async () => {
  expect(await init({ directory: at('My-Shop'), install: false })).toBe(0);
  expect(readdirSync(at('My-Shop')).sort()).toEqual([
    '.gitignore', 'README.md', 'cdk8s.yaml', 'main.ts', 'my-shop.test.ts', 'my-shop.ts', 'package.json', 'tsconfig.json',
  ]);
  expect(JSON.stringify(manifest(at('My-Shop')))).toContain(`"cdk8s-boxcutter":"^${ownPackage().version}"`);
  expect(out()).toMatch(/^Created the extension my-shop in .*My-Shop: package\.json, [^]*\n {2}cd .*My-Shop\n {2}npm install\n {2}npm test/);
});

test('a folder with nothing but a repository counts as empty; another name, and another package to depend on', async () => {
  mkdirSync(at('.git'));
  expect(await init({ directory: folder, name: 'shop', install: false, package: '1.2.3' })).toBe(0);
  expect(existsSync(at('shop.ts'))).toBe(true);
  expect(JSON.stringify(manifest(folder))).toContain('"cdk8s-boxcutter":"1.2.3"');
});

test('a packed package on this machine is named by its path', async () => {
  writeFileSync(at('own.tgz'), '');
  await init({ directory: at('shop'), install: false, package: at('own.tgz') });
  expect(JSON.stringify(manifest(at('shop')))).toContain(`"cdk8s-boxcutter":"file:${at('own.tgz')}"`);
});

test.each<[what: string, name: string]>([
  ['upper case', 'Shop'], ['a dot', 'my.shop'], ['a hyphen at the end', 'shop-'], ['nothing', ''], ['too long', 'a'.repeat(53)],
])('a name that cannot be one is refused: %s', async (_what, name) => {
  await expect(init({ directory: at('new'), name, install: false })).rejects.toMatchObject({ code: 'init-name', category: 'input' });
  expect(existsSync(at('new'))).toBe(false);
});

test('a directory that is in use is left as it is', async () => {
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(at(name), '');
  await expect(init({ directory: folder, name: 'shop', install: false })).rejects.toMatchObject({
    code: 'init-directory', category: 'input', message: expect.stringContaining('is not empty (it has a, b, c and 1 more)') as string,
  });
  await expect(init({ directory: at('a'), name: 'shop', install: false })).rejects.toMatchObject({
    code: 'init-directory', message: expect.stringContaining('is a file') as string,
  });
  expect(readdirSync(folder)).toEqual(['a', 'b', 'c', 'd']);
});

describe('with npm', () => {
  /** What npm is called with. */
  let calls: string[];
  /** In the place of npm: fails at this word. */
  function npm(failsAt = '', said = 'broken'): void {
    calls = [];
    jest.mocked(spawn).mockImplementation((program, words, options) => {
      const [first = '', second = ''] = words as readonly string[];
      calls.push(`${program} ${first} ${second}`);
      expect(options.cwd).toBe(at('shop'));
      const fails = first === failsAt;
      const child = Object.assign(new EventEmitter(), { stdout: Readable.from([]), stderr: Readable.from(fails ? [`${said}\n`] : []) });
      child.stderr.once('end', () => child.emit('close', fails ? 1 : 0));
      return child as unknown as ChildProcess;
    });
  }

  test('installs, synthesises and tests, in this order', async () => {
    npm();
    expect(await init({ directory: at('shop'), install: true })).toBe(0);
    expect(calls).toEqual(['npm install --no-audit', 'npm run synth', 'npm test --no-audit']);
    expect(out()).not.toContain('npm install\n');
  });

  test('that does not find this package in the registry: how to install it from a tarball', async () => {
    const { name, version } = ownPackage();
    npm('install', `npm error code E404\nnpm error 404  The requested resource '${name}@^${version}' could not be found`);
    await expect(init({ directory: at('shop'), install: true })).rejects.toMatchObject({
      code: 'init-npm', hint: expect.stringContaining(`npm install PATH/${name}-${version}.tgz`) as string,
    });
  });

  describe('and a network that fails', () => {
    const run = (said: readonly string[], pauses: readonly number[]): Promise<void> => {
      calls = [];
      jest.mocked(spawn).mockImplementation(() => {
        const text = said[calls.length] ?? '';
        calls.push(text);
        const child = Object.assign(new EventEmitter(), { stdout: Readable.from([]), stderr: Readable.from(text === '' ? [] : [text]) });
        child.stderr.once('end', () => child.emit('close', text === '' ? 0 : 1));
        return child as unknown as ChildProcess;
      });
      return runNpm(['install'], { directory: folder, shown: 'shop', onStatus: undefined, say: (line) => lines.push(line), pauses });
    };
    const lines: string[] = [];
    const STALLED = 'npm error code EIDLETIMEOUT\nnpm error Idle timeout reached for host registry.example.com';

    test('npm is asked again, and this is said', async () => {
      await run([STALLED], [0, 0]);
      expect(calls).toHaveLength(2);
      expect(lines).toEqual(['npm failed because of the network (Idle timeout reached for host registry.example.com); attempt 2 of 3 in 0 s …']);
    });

    test('it gives up in the end, with the words of npm', async () => {
      await expect(run([STALLED, STALLED], [0])).rejects.toMatchObject({ code: 'init-npm', message: `npm install failed 2 times:\n${STALLED}` });
    });

    test('what is no matter of the network is not tried again', async () => {
      await expect(run(['npm error code ERESOLVE'], [0])).rejects.toMatchObject({ message: 'npm install failed:\nnpm error code ERESOLVE' });
      expect(calls).toHaveLength(1);
    });
  });

  test('that fails: its words, and where to go on; the project stays', async () => {
    npm('run');
    await expect(init({ directory: at('shop'), install: true })).rejects.toMatchObject({
      code: 'init-npm', category: 'server', message: 'npm run synth failed:\nbroken',
      hint: expect.stringContaining('run npm run synth in the project') as string,
    });
    expect(calls).toEqual(['npm install --no-audit', 'npm run synth']);
    expect(existsSync(at('shop', 'main.ts'))).toBe(true);
  });

  test('that cannot be started is a failure, too', async () => {
    jest.mocked(spawn).mockImplementation(() => {
      const child = Object.assign(new EventEmitter(), { stdout: Readable.from([]), stderr: Readable.from([]) });
      queueMicrotask(() => child.emit('error', new Error('spawn npm ENOENT')));
      return child as unknown as ChildProcess;
    });
    await expect(init({ directory: at('shop'), install: true })).rejects.toMatchObject({
      code: 'init-npm', message: 'npm install failed:\nspawn npm ENOENT',
    });
  });
});
