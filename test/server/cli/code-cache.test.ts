/** The command as it is built, with the code that V8 made of it in earlier runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './command';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: home });
const version = (): string => execFileSync(process.execPath, [bundle, '--version'], { env: env(), encoding: 'utf8' });
const folder = (): string => join(home, '.cache', 'boxcutter', 'code');

test('Three runs keep the code of what ran, and the fourth one writes nothing', () => {
  const said = version();
  const [entry = ''] = readdirSync(folder());
  const file = join(folder(), entry);
  const written = [1, 2, 3].map(() => {
    version();
    return statSync(file).ino;
  });
  expect(new Set(written.slice(1)).size).toBe(1);
  expect(readdirSync(folder())).toEqual([entry]);
  expect(version()).toBe(said);
});

test('Damaged code is replaced, and the command runs as ever', () => {
  const said = version();
  const [entry = ''] = readdirSync(folder());
  const file = join(folder(), entry);
  const good = readFileSync(file);
  writeFileSync(file, good.subarray(0, good.length / 2));
  expect(version()).toBe(said);
  expect(statSync(file).size).toBeGreaterThan(good.length / 2);
});

test('A run that fails keeps nothing', () => {
  expect(() => execFileSync(process.execPath, [bundle, 'nothing'], { env: env(), stdio: 'pipe' })).toThrow();
  expect(() => readdirSync(folder())).toThrow('ENOENT');
});
