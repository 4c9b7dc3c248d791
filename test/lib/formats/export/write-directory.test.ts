/** Where a bundle is written: whole or not at all, and nothing beside it is touched. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFilesOf } from '../../../../lib/formats';
import { writeBundleDirectory } from '../../../../lib/formats/export';

const bundle = (...manifests: readonly string[]) =>
  bundleFilesOf('web', [['metadata/annotations.yaml', 'annotations: {}'], ...manifests.map((name) => [`manifests/${name}`, name] as const)]);

let parent: string;
let folder: string;
const before = process.cwd();
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'boxcutter-write-')));
  folder = join(parent, 'bundle');
});
afterEach(() => {
  process.chdir(before);
  rmSync(parent, { recursive: true });
});
const manifests = () => readdirSync(join(folder, 'manifests'));

test('a bundle takes the place of the one before as a whole, and nothing is left beside it', () => {
  writeBundleDirectory(bundle('a.yaml', 'b.yaml'), folder);
  writeBundleDirectory(bundle('c.yaml'), folder);
  expect(manifests()).toEqual(['c.yaml']);
  expect(readdirSync(parent)).toEqual(['bundle']);
});

test('a link to a folder stays, and what it leads to is written', () => {
  writeBundleDirectory(bundle('a.yaml'), folder);
  symlinkSync('bundle', join(parent, 'link'));
  writeBundleDirectory(bundle('b.yaml'), join(parent, 'link'));
  expect(lstatSync(join(parent, 'link')).isSymbolicLink()).toBe(true);
  expect(manifests()).toEqual(['b.yaml']);
  expect(readdirSync(parent).sort()).toEqual(['bundle', 'link']);
});

describe('the folder in which the command is called', () => {
  beforeEach(() => {
    mkdirSync(folder);
    process.chdir(folder);
  });

  test('stays the same folder, so that the shell in it is not in one that is gone', () => {
    const { ino } = statSync('.');
    for (const name of ['a.yaml', 'b.yaml']) writeBundleDirectory(bundle(name), '.');
    expect(statSync(folder).ino).toBe(ino);
    expect(readdirSync('.').sort()).toEqual(['manifests', 'metadata']);
    expect(manifests()).toEqual(['b.yaml']);
    expect(readdirSync(parent)).toEqual(['bundle']);
  });

  test('keeps what it has when the new cannot be written', () => {
    writeBundleDirectory(bundle('a.yaml'), '.');
    const impossible = { origin: 'web', paths: () => ['manifests', 'manifests/a.yaml'], read: () => Buffer.from('x') };
    expect(() => writeBundleDirectory(impossible, '.')).toThrow(expect.objectContaining({ code: 'bundle-write' }));
    expect(manifests()).toEqual(['a.yaml']);
    expect(readdirSync(parent)).toEqual(['bundle']);
  });
});

test('what holds something else, and a file, are refused before anything is written', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.txt'), 'x');
  for (const place of [folder, join(folder, 'thesis.txt')]) {
    expect(() => writeBundleDirectory(bundle('a.yaml'), place)).toThrow(expect.objectContaining({ code: 'bundle-directory-taken' }));
  }
  expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('x');
  expect(existsSync(join(folder, 'manifests'))).toBe(false);
  expect(readdirSync(parent)).toEqual(['bundle']);
});
