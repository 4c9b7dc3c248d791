/** What docs and examples show of the engine as a library is run as it stands there, and says what they say. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import * as runtime from '../../../lib/runtime';
import { buildCommand } from '../cli/command';
import { Bench, kubeconfig } from '../support/extension';

const root = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The exports of a program that finds the package by its name. */
function load<Exports>(source: string): Exports {
  const { code } = transformSync(source, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } });
  const exports = {} as Exports;
  const find = Object.assign(() => runtime, { main: undefined });
  new Function('require', 'exports', 'module', code)(find, exports, {});
  return exports;
}

function blocks(path: string, language: string): readonly string[] {
  return [...read(path).matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, content = '']) => content);
}

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open('example');
});
afterEach(() => bench.close());

test.each([
  ['the facade', 0, ['first: Created', 'second: Created', 'second: Deleted', 'first: Deleted']],
  ['the parts underneath', 1, ['first: Created', 'second: Created', 'second: Deleted', 'first: Deleted']],
] as const)('docs/engine.md: %s', async (_, index, expected) => {
  const example = load<{ main: (path: string, namespace: string) => Promise<string[]> }>(blocks('docs/engine.md', 'ts')[index] ?? '');
  await expect(example.main(kubeconfig, bench.namespace)).resolves.toEqual(expected);
  // It leaves nothing behind that would be in its way.
  await expect(example.main(kubeconfig, bench.namespace)).resolves.toEqual(expected);
});

test('examples/engine-library prints what its README shows', async () => {
  const example = load<{ runShop: (path: string, namespace: string, say: (line: string) => void) => Promise<void> }>(read('examples/engine-library/installer.ts'));
  const lines: string[] = [];
  await example.runShop(kubeconfig, bench.namespace, (line) => lines.push(line));
  expect(lines.join('\n')).toBe(shownByReadme());
});

test.each(['commonjs', 'module'])('examples/engine-library runs in a package of type %s', async (type) => {
  buildCommand(); // It finds the package as it is published.
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-example-'));
  try {
    cpSync(join(root, 'examples/engine-library'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/cdk8s-boxcutter'));
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [tsx, 'main.ts', bench.namespace], { cwd: folder, env: { ...process.env, KUBECONFIG: kubeconfig } });
    expect(stdout.trimEnd()).toBe(shownByReadme());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function shownByReadme(): string {
  const [shown = ''] = blocks('examples/engine-library/README.md', 'console');
  return shown.split('\n').filter((line) => !line.startsWith('$ ')).join('\n').trimEnd();
}
