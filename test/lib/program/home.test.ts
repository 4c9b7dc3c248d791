/** What runs of helm that were killed have left goes with the next run. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inHome } from '../../../lib/program';

const onLinux = process.platform === 'linux' ? test : test.skip;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-home-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function left(space: string, pid: number): string {
  const path = join(folder, `boxcutter-helm-${space}-${pid}-abcdef`);
  mkdirSync(path);
  writeFileSync(join(path, 'file'), '');
  return path;
}

test('is a folder that only its owner can enter, and goes afterwards, after an error too', () => {
  const homes: string[] = [];
  const mode = inHome((home) => {
    homes.push(home);
    return statSync(home).mode & 0o777;
  }, folder);
  expect(mode).toBe(0o700);
  expect(() => inHome((home) => {
    homes.push(home);
    throw new Error('no');
  }, folder)).toThrow('no');
  expect(homes.map((home) => existsSync(home))).toEqual([false, false]);
});

onLinux('the folder of a process that is gone is removed, that of one that runs stays', () => {
  const space = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
  const { pid } = spawnSync('true');
  const [gone, running] = [left(space, pid), left(space, process.ppid)];
  inHome((home) => expect(basename(home)).toMatch(new RegExp(`^boxcutter-helm-${space}-${process.pid}-`)), folder);
  expect([existsSync(gone), existsSync(running)]).toEqual([false, true]);
});

test('in another space of process numbers only its age tells that it was left', () => {
  const { pid } = spawnSync('true');
  const [old, young] = [left('1', pid), left('2', pid)];
  utimesSync(old, new Date(0), new Date(0));
  inHome(() => undefined, folder);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});
