/** What a process that keeps many extensions reads again, and what it does not. */
import type { ResolvedRevision } from '../../../lib/api';
import type { StoredHead } from '../../../lib/state';
import { ContentCache } from '../../../lib/state/content-cache';

const revision = (digest: string): ResolvedRevision => ({ extension: 'web', number: 1, digest, probes: [], phases: [] });

function stored(uid: string, digest: string): StoredHead {
  const head = { extension: 'web', revisions: [{ number: 1, digest, at: 'then' }], inventory: [] };
  return { head, uid, resourceVersion: '1', ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'boxcutter.web' } };
}

let reads: string[];
beforeEach(() => {
  reads = [];
});

/** Asks for the content of revision 1 of this head. */
async function ask(cache: ContentCache, uid: string, digest: string, kept = true): Promise<string | undefined> {
  const content = await cache.content(stored(uid, digest), 1, () => {
    reads.push(`${uid} ${digest}`);
    return Promise.resolve(kept ? revision(digest) : undefined);
  });
  return content?.digest;
}

test('the content of the same revision is read once', async () => {
  const cache = new ContentCache();
  await expect(ask(cache, 'a', 'old')).resolves.toBe('old');
  await expect(ask(cache, 'a', 'old')).resolves.toBe('old');
  expect(reads).toEqual(['a old']);
});

test('other content at the same number, and another extension of the same name, are read', async () => {
  const cache = new ContentCache();
  for (const [uid, digest] of [['a', 'old'], ['a', 'new'], ['b', 'old'], ['a', 'old']] as const) {
    await expect(ask(cache, uid, digest)).resolves.toBe(digest);
  }
  expect(reads).toEqual(['a old', 'a new', 'b old']);
});

test('that nothing is kept is asked each time, and so is a number that the head does not name', async () => {
  const cache = new ContentCache();
  await ask(cache, 'a', 'old', false);
  await expect(ask(cache, 'a', 'old', false)).resolves.toBeUndefined();
  await cache.content(stored('a', 'old'), 7, () => {
    reads.push('7');
    return Promise.resolve(undefined);
  });
  expect(reads).toEqual(['a old', 'a old', '7']);
});

test('content that the head does not name, left by a run that died, is not held', async () => {
  const cache = new ContentCache();
  const found = [revision('old'), revision('new')];
  const read = () => Promise.resolve(found.shift());
  await expect(cache.content(stored('a', 'new'), 1, read)).resolves.toMatchObject({ digest: 'old' });
  await expect(cache.content(stored('a', 'new'), 1, read)).resolves.toMatchObject({ digest: 'new' });
});

test('beyond the limit the content goes that was used longest ago', async () => {
  const cache = new ContentCache(2 * JSON.stringify(revision('1')).length);
  for (const digest of ['1', '2', '1', '3']) await ask(cache, 'a', digest);
  reads.length = 0;
  for (const digest of ['1', '3', '2']) await ask(cache, 'a', digest);
  expect(reads).toEqual(['a 2']);
});

test('content that is bigger than the limit is not held, and pushes out nothing', async () => {
  const cache = new ContentCache(JSON.stringify(revision('1')).length);
  await ask(cache, 'a', '1');
  await ask(cache, 'a', 'long');
  reads.length = 0;
  await ask(cache, 'a', '1');
  await ask(cache, 'a', 'long');
  expect(reads).toEqual(['a long']);
});
