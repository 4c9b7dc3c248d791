import {
  chmodSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeCache, type CodeCache } from '../../../../lib/cli/start/code-cache';

let home: string;
let folder: string;
let cache: CodeCache;
const code = Buffer.from('code');

/** What an entry holds; undefined when none can be opened. */
function contentOf(of: CodeCache, name: string): Buffer | undefined {
  const entry = of.open(name);
  return entry && Buffer.from(entry.read(0, entry.size));
}

function cacheOf(env: NodeJS.ProcessEnv): CodeCache {
  const made = codeCache(env);
  if (made === undefined) throw new Error('there is no cache');
  return made;
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-code-'));
  folder = join(home, '.cache', 'boxcutter', 'code');
  cache = cacheOf({ HOME: home });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('What was written is read again, and only its owner can do either', () => {
  expect(contentOf(cache, 'entry')).toBeUndefined();
  cache.write('entry', () => code);
  expect(contentOf(cache, 'entry')).toEqual(code);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'entry')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['entry']);
});

test.each([
  ['the folder', 0o770, () => folder],
  ['the folder', 0o707, () => folder],
  ['the file', 0o620, () => join(folder, 'entry')],
  ['the file', 0o602, () => join(folder, 'entry')],
])('Nothing is read where others may write %s (mode %o)', (_what, mode, path) => {
  cache.write('entry', () => code);
  chmodSync(path(), mode);
  expect(contentOf(cache, 'entry')).toBeUndefined();
});

test('Nothing is written into a folder that others may write', () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const asked = jest.fn(() => code);
  cache.write('entry', asked);
  expect(asked).not.toHaveBeenCalled();
  expect(readdirSync(folder)).toEqual([]);
});

test('Neither folder nor file may be a link', () => {
  cache.write('entry', () => code);
  symlinkSync(join(folder, 'entry'), join(folder, 'link'));
  expect(contentOf(cache, 'link')).toBeUndefined();
  const other = join(home, 'other');
  mkdirSync(join(other, 'boxcutter'), { recursive: true });
  symlinkSync(folder, join(other, 'boxcutter', 'code'));
  expect(contentOf(cacheOf({ XDG_CACHE_HOME: other }), 'entry')).toBeUndefined();
});

describe('for another user', () => {
  const asOther = (work: () => void): void => {
    const user = process.geteuid?.() ?? 0;
    const spy = jest.spyOn(process, 'geteuid').mockReturnValue(user + 1);
    try {
      work();
    } finally {
      spy.mockRestore();
    }
  };

  test('the entries of this one are none', () => {
    cache.write('entry', () => code);
    asOther(() => expect(contentOf(cacheOf({ HOME: home }), 'entry')).toBeUndefined());
  });

  test('nothing is left in the home of this one', () => {
    asOther(() => cacheOf({ HOME: home }).write('entry', () => code));
    expect(existsSync(join(home, '.cache'))).toBe(false);
  });
});

test('A place that cannot be written is as if there were no cache, and no code is made for it', () => {
  writeFileSync(join(home, '.cache'), 'a file');
  const asked = jest.fn(() => code);
  cache.write('entry', asked);
  expect(asked).not.toHaveBeenCalled();
  expect(contentOf(cache, 'entry')).toBeUndefined();
});

test('Entries that were written a month ago are removed with the next one, and nothing else that lies there', () => {
  const [old, young, fresh] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(32)}-11.3-x64-apply`) as [string, string, string];
  const ago = (days: number): number => Date.now() / 1000 - days * 24 * 3600;
  for (const name of [old, young]) cache.write(name, () => code);
  for (const name of ['notes.txt', `${old}.7.draft`]) writeFileSync(join(folder, name), 'text');
  for (const name of [old, `${old}.7.draft`, 'notes.txt']) utimesSync(join(folder, name), ago(31), ago(31));
  utimesSync(join(folder, young), ago(29), ago(29));
  cache.write(fresh, () => code);
  expect(readdirSync(folder)).toEqual([young, fresh, 'notes.txt']);
});

// Node's own `mkdir` with `recursive` never ends there.
(process.platform === 'linux' ? test : test.skip)('A file system that takes no folders keeps no cache, and nothing waits for it', () => {
  const asked = jest.fn(() => code);
  cacheOf({ BOXCUTTER_CACHE: '/proc/boxcutter' }).write('entry', asked);
  expect(asked).not.toHaveBeenCalled();
});

// Only the superuser can make what belongs to another user.
const isRoot = process.geteuid?.() === 0;

(isRoot ? test : test.skip)('Nothing is written or read where a link of another user leads', () => {
  const target = join(home, 'elsewhere');
  mkdirSync(join(target, 'code'), { recursive: true, mode: 0o755 });
  mkdirSync(join(home, '.cache'));
  symlinkSync(target, join(home, '.cache', 'boxcutter'));
  cache.write('entry', () => code);
  expect(readdirSync(join(target, 'code'))).toEqual(['entry']);
  lchownSync(join(home, '.cache', 'boxcutter'), 12345, 12345);
  cache.write('other', () => code);
  expect(readdirSync(join(target, 'code'))).toEqual(['entry']);
  expect(contentOf(cache, 'entry')).toBeUndefined();
});

test('The variables of the cache name its place, and that of Node switches it off', () => {
  const place = join(home, 'place');
  cacheOf({ HOME: home, BOXCUTTER_CACHE: place }).write('entry', () => code);
  expect(readdirSync(join(place, 'code'))).toEqual(['entry']);
  cacheOf({ HOME: home, XDG_CACHE_HOME: place }).write('entry', () => code);
  expect(readdirSync(join(place, 'boxcutter', 'code'))).toEqual(['entry']);
  expect(codeCache({ HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })).toBeUndefined();
});
