import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../lib/write-whole';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file appears with its content and mode, and takes the place of another', () => {
  const file = join(folder, 'file');
  writeWhole(file, 'one', 0o600);
  writeWhole(file, Buffer.from('two'), 0o600);
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['file']);
});

test('a symbolic link is replaced, and what it leads to stays as it is', () => {
  const [file, victim] = [join(folder, 'file'), join(folder, 'victim')];
  writeFileSync(victim, 'precious');
  symlinkSync(victim, file);
  writeWhole(file, 'mine');
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a link that waits where a draft could be guessed is not followed', () => {
  const [file, victim] = [join(folder, 'file'), join(folder, 'victim')];
  for (const ending of [
    'new',
    'draft',
    'tmp',
    `${process.pid}`,
    `${process.pid}.draft`,
    `${process.pid}.tmp`,
  ]) symlinkSync(victim, `${file}.${ending}`);
  writeWhole(file, 'mine');
  expect(existsSync(victim)).toBe(false);
});

test('a write that fails leaves no draft', () => {
  const file = join(folder, 'taken');
  symlinkSync(folder, join(folder, 'loop'));
  expect(() => writeWhole(join(file, 'below'), 'x')).toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual(['loop']);
});

test('a pipe is not replaced, nor what a link to one leads to', () => {
  const pipe = join(folder, 'pipe');
  if (spawnSync('mkfifo', [pipe]).status !== 0) return;
  symlinkSync(pipe, join(folder, 'link'));
  for (const name of ['pipe', 'link']) expect(() => writeWhole(join(folder, name), 'x')).toThrow('it is a device, a pipe or a socket');
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['link', 'pipe']);
});

test('a device is not replaced', () => {
  expect(() => writeWhole('/dev/null', 'x')).toThrow('it is a device, a pipe or a socket');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});
