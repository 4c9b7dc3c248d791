/** Files of the cache: only what this user can have written is read. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwnFile, readOwnFile } from '../../lib/own-file';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-own-'));
  file = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file of this user is read, up to the limit', async () => {
  writeFileSync(file, 'abc', { mode: 0o644 });
  expect((await readOwnFile(file, 3))?.toString()).toBe('abc');
  expect(await readOwnFile(file, 2)).toBeUndefined();
});

test.each<[string, () => void]>([
  ['nothing', () => {}],
  ['a folder', () => mkdirSync(file)],
  ['a pipe, which would be waited for', () => void execFileSync('mkfifo', [file])],
  ['a link to a device without end', () => symlinkSync('/dev/zero', file)],
  ['a link to a file of this user', () => {
    writeFileSync(join(folder, 'other'), 'abc');
    symlinkSync(join(folder, 'other'), file);
  }],
  ['a file that its group can write to', () => {
    writeFileSync(file, 'abc');
    chmodSync(file, 0o664);
  }],
  ['a file that all can write to', () => {
    writeFileSync(file, 'abc');
    chmodSync(file, 0o606);
  }],
])('%s counts as absent', async (_what, make) => {
  make();
  expect(await openOwnFile(file)).toBeUndefined();
  expect(await readOwnFile(file, 100)).toBeUndefined();
});

/** Only root can give files away. */
const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('a file of another user counts as absent', async () => {
  writeFileSync(file, 'abc', { mode: 0o600 });
  chownSync(file, 4711, 4711);
  expect(await readOwnFile(file, 100)).toBeUndefined();
});
