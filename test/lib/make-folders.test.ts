import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolders } from '../../lib/make-folders';

let place: string;
beforeEach(() => { place = mkdtempSync(join(tmpdir(), 'boxcutter-folders-')); });
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('a folder and all above it, as often as one likes', () => {
  const folder = join(place, 'a', 'b', 'c');
  for (let time = 0; time < 2; time += 1) {
    makeFolders(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  }
});

test('a link to a folder is one', () => {
  symlinkSync(place, join(place, 'link'));
  makeFolders(join(place, 'link', 'below'));
  expect(existsSync(join(place, 'below'))).toBe(true);
});

test('a file in the way is said, wherever it is', () => {
  writeFileSync(join(place, 'file'), '');
  expect(() => makeFolders(join(place, 'file'))).toThrow('EEXIST');
  expect(() => makeFolders(join(place, 'file', 'a', 'b'))).toThrow('ENOTDIR');
});

// Node's own `mkdir` with `recursive` never ends there.
(process.platform === 'linux' ? test : test.skip)('a file system that takes no folders ends it with an error', () => {
  expect(() => makeFolders('/proc/boxcutter/a/b')).toThrow(/ENOENT|EACCES|EPERM/);
});
