import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobCache } from '../../../../../lib/image/registry';

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'boxcutter-cache-')), 'blobs');
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true }));

const digestOf = (bytes: Buffer, algorithm = 'sha256'): string => `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
const pathOf = (digest: string): string => join(directory, ...digest.split(':'));
const LIMIT = 1_000_000;

test.each(['sha256', 'sha512'])('what was put in by %s comes out again, for the user alone', async (algorithm) => {
  const bytes = randomBytes(100);
  const digest = digestOf(bytes, algorithm);
  const cache = blobCache({ directory });
  expect(await cache.get(digest, LIMIT)).toBeUndefined();
  await cache.put(digest, bytes);
  expect(await cache.get(digest, LIMIT)).toEqual(bytes);
  expect(statSync(pathOf(digest)).mode & 0o077).toBe(0);
  expect(readdirSync(directory)).toEqual([algorithm]);
});

test('where it lies', () => {
  const places = [{ BOXCUTTER_CACHE: '/a' }, { XDG_CACHE_HOME: '/b', HOME: '/c' }, { HOME: '/c' }].map((env) => blobCache({ env }).directory);
  expect(places).toEqual(['/a/blobs', '/b/boxcutter/blobs', '/c/.cache/boxcutter/blobs']);
});

test('what was damaged is not given out, and makes way', async () => {
  const bytes = randomBytes(100);
  const digest = digestOf(bytes);
  const cache = blobCache({ directory });
  await cache.put(digest, bytes);
  writeFileSync(pathOf(digest), bytes.subarray(1));
  expect(await cache.get(digest, LIMIT)).toBeUndefined();
  expect(existsSync(pathOf(digest))).toBe(false);
});

test('what is longer than the caller expects is not read', async () => {
  const bytes = randomBytes(100);
  const cache = blobCache({ directory });
  await cache.put(digestOf(bytes), bytes);
  expect(await cache.get(digestOf(bytes), 99)).toBeUndefined();
});

test('what is no digest is no path', async () => {
  const cache = blobCache({ directory });
  await cache.put('sha256:../../escaped', Buffer.from('x'));
  expect(await cache.get('sha256:../../escaped', LIMIT)).toBeUndefined();
  expect(existsSync(join(directory, '..', 'escaped'))).toBe(false);
});

test('what was not used for longest goes when there is too much', async () => {
  const blobs = Array.from({ length: 4 }, () => randomBytes(1000));
  const cache = blobCache({ directory, maxBytes: 3500 });
  for (const [age, bytes] of blobs.slice(0, 3).entries()) {
    await cache.put(digestOf(bytes), bytes);
    utimesSync(pathOf(digestOf(bytes)), 1000 + age, 1000 + age);
  }
  // The oldest is used once more, so that the second is the one to go.
  await cache.get(digestOf(blobs[0] as Buffer), LIMIT);
  await cache.put(digestOf(blobs[3] as Buffer), blobs[3] as Buffer);
  const kept = await Promise.all(blobs.map(async (bytes) => (await cache.get(digestOf(bytes), LIMIT)) !== undefined));
  expect(kept).toEqual([true, false, true, true]);
});

test('a directory is looked through once for all caches of a process, until much was written', async () => {
  const [first, second, third] = [1000, 10, 100].map((size) => randomBytes(size)) as [Buffer, Buffer, Buffer];
  const put = (bytes: Buffer): Promise<void> => blobCache({ directory, maxBytes: 1050 }).put(digestOf(bytes), bytes);
  await put(first);
  const foreign = digestOf(Buffer.alloc(500));
  writeFileSync(pathOf(foreign), Buffer.alloc(500));
  utimesSync(pathOf(foreign), 1000, 1000);
  await put(second);
  expect(existsSync(pathOf(foreign))).toBe(true);
  await put(third);
  const all = [foreign, ...[first, second, third].map((bytes) => digestOf(bytes))];
  expect(all.map((digest) => existsSync(pathOf(digest)))).toEqual([false, false, true, true]);
});

test('what alone is more than there may be is not kept', async () => {
  const bytes = randomBytes(1000);
  await blobCache({ directory, maxBytes: 999 }).put(digestOf(bytes), bytes);
  expect(existsSync(directory)).toBe(false);
});

test('what died processes were writing is removed, what living ones write is not', async () => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, '.draft-1-old'), 'x');
  utimesSync(join(directory, '.draft-1-old'), 1000, 1000);
  writeFileSync(join(directory, '.draft-2-new'), 'x');
  const bytes = randomBytes(10);
  await blobCache({ directory }).put(digestOf(bytes), bytes);
  expect(readdirSync(directory).sort()).toEqual(['.draft-2-new', 'sha256']);
});

test('several processes use one directory at once: none ever sees half a file', async () => {
  const blobs = Array.from({ length: 10 }, () => randomBytes(50_000));
  const caches = Array.from({ length: 4 }, () => blobCache({ directory, maxBytes: 200_000 }));
  const seen = await Promise.all(caches.flatMap((cache) => blobs.map(async (bytes) => {
    await cache.put(digestOf(bytes), bytes);
    const found = await cache.get(digestOf(bytes), LIMIT);
    return found === undefined || found.equals(bytes);
  })));
  expect(seen).not.toContain(false);
  const total = readdirSync(join(directory, 'sha256')).reduce((sum, name) => sum + readFileSync(join(directory, 'sha256', name)).length, 0);
  expect(total).toBeLessThanOrEqual(200_000 + 50_000);
});

test('a folder that cannot be written to is no reason to fail', async () => {
  writeFileSync(join(directory, '..', 'file'), '');
  const bytes = randomBytes(10);
  const cache = blobCache({ directory: join(directory, '..', 'file', 'blobs') });
  await cache.put(digestOf(bytes), bytes);
  expect(await cache.get(digestOf(bytes), LIMIT)).toBeUndefined();
});

describe('a directory that others can write to', () => {
  const digest = digestOf(Buffer.from('x'));
  beforeEach(() => mkdirSync(join(directory, 'sha256'), { recursive: true }));

  test.each<[string, (path: string) => void]>([
    ['a named pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link to a device without end', (path) => symlinkSync('/dev/zero', path)],
    ['a folder', (path) => void mkdirSync(path)],
  ])('%s in place of a blob is neither read nor waited for', async (_what, make) => {
    make(pathOf(digest));
    expect(await blobCache({ directory }).get(digest, LIMIT)).toBeUndefined();
  });

  test('a link to the blobs of another program removes none of them', async () => {
    const blobs = join(directory, '..', 'layout');
    mkdirSync(blobs);
    const theirs = Array.from({ length: 3 }, () => randomBytes(1000)).map((bytes) => {
      writeFileSync(join(blobs, digestOf(bytes).slice('sha256:'.length)), bytes);
      return digestOf(bytes).slice('sha256:'.length);
    });
    rmSync(join(directory, 'sha256'), { recursive: true });
    symlinkSync(blobs, join(directory, 'sha256'));
    await blobCache({ directory, maxBytes: 1500 }).put(digestOf(Buffer.from('y')), Buffer.from('y'));
    expect(readdirSync(blobs)).toEqual(expect.arrayContaining(theirs));
  });

  test('files of other names are not ours to remove', async () => {
    writeFileSync(join(directory, 'sha256', 'thesis.txt'), 'x'.repeat(5000));
    await blobCache({ directory, maxBytes: 1000 }).put(digest, Buffer.from('x'));
    expect(readdirSync(join(directory, 'sha256')).sort()).toEqual([digest.slice('sha256:'.length), 'thesis.txt'].sort());
  });
});
