/** The command as it is built: what it loads, and the code that V8 made of it in earlier runs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPack } from '../../../lib/cli/start/code-pack';
import { bundle, kubeconfig, root } from './command';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig });
const run = (...words: readonly string[]): string => execFileSync(process.execPath, [bundle, ...words], { env: env(), encoding: 'utf8' });
const help = (): string => run('--help');
const folder = (): string => join(home, '.cache', 'boxcutter', 'code');

test('Three runs keep the code of what ran, and the fourth one writes nothing', () => {
  const said = help();
  const [entry = ''] = readdirSync(folder());
  const file = join(folder(), entry);
  const written = [1, 2, 3].map(() => {
    help();
    return statSync(file).ino;
  });
  expect(new Set(written.slice(1)).size).toBe(1);
  expect(readdirSync(folder())).toEqual([entry]);
  expect(help()).toBe(said);
});

test('Damaged code is replaced, and the command runs as ever', () => {
  const said = help();
  const [entry = ''] = readdirSync(folder());
  const file = join(folder(), entry);
  const good = readFileSync(file);
  writeFileSync(file, good.subarray(0, good.length / 2));
  expect(help()).toBe(said);
  expect(statSync(file).size).toBeGreaterThan(good.length / 2);
});

test('A run that fails keeps nothing', () => {
  expect(() => execFileSync(process.execPath, [bundle, 'nothing'], { env: env(), stdio: 'pipe' })).toThrow();
  expect(() => readdirSync(folder())).toThrow('ENOENT');
});

test('The version needs the first script alone', () => {
  mkdirSync(join(home, 'bin'));
  copyFileSync(bundle, join(home, 'bin', 'boxcutter.js'));
  copyFileSync(join(root, 'package.json'), join(home, 'package.json'));
  const said = execFileSync(process.execPath, [join(home, 'bin', 'boxcutter.js'), '--version'], { env: env(), encoding: 'utf8' });
  expect(said).toBe(run('version'));
});

/** Texts that stand in one script each, and what that is there for. */
const MARKS = [
  ['configurations (ajv)', 'schema with key or id'],
  ['bundles', 'this is not a bundle: there are neither manifests nor a chart'],
  ['versions (semver)', 'Invalid SemVer Range'],
  ['archives (tar)', 'TAR_BAD_ARCHIVE'],
  ['CEL', 'found no matching overload'],
  ['credentials of other kinds (the Kubernetes client)', 'Socks5 proxy rejected connection'],
] as const;

test('An apply of plain manifests loads nothing for configurations, bundles, archives or CEL', () => {
  const file = join(home, 'settings.yaml');
  writeFileSync(file, 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n');
  const preview = ['apply', file, '--name', 'settings', '--namespace', 'default', '--dry-run'];
  expect(spawnSync(process.execPath, [bundle, ...preview], { env: env() }).status).toBe(10);
  const [entry = ''] = readdirSync(folder());
  const chunks = join(dirname(bundle), 'chunks');
  const written = readFileSync(join(folder(), entry));
  const pack = { size: written.length, read: (position: number, length: number) => written.subarray(position, position + length) };
  const loaded = new Set(readPack(pack)?.names);
  const texts = readdirSync(chunks).map((name) => ({ isLoaded: loaded.has(name), text: readFileSync(join(chunks, name), 'latin1') }));
  const marked = MARKS.map(([what, mark]) => [what, texts.filter(({ text }) => text.includes(mark)).map(({ isLoaded }) => isLoaded)]);
  expect(loaded).toContain('command.js');
  expect(marked).toEqual(MARKS.map(([what]) => [what, [false]]));
});
