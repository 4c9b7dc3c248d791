/** Where unpacked content is kept, and how it is served. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listen, type RunningServer } from '../../../../lib/catalog-store';
import { contentHandler, contentPath } from '../../../../lib/controllers/provisioners/content/server';
import { ContentStore } from '../../../../lib/controllers/provisioners/content/store';
import { type BundleFiles, bundleFilesOf } from '../../../../lib/formats';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'bundle-store-')); });
afterEach(() => rmSync(folder, { recursive: true }));

const files = (text: string) => bundleFilesOf('test', [['manifests/a.yaml', text], ['README.md', 'x']] as const);

const put = async (store: ContentStore, of: BundleFiles, key?: string): Promise<string> => {
  const { digest, release } = await store.put(of, key);
  release();
  return digest;
};
const isKept = async (store: ContentStore, digest: string): Promise<boolean> => {
  const found = await store.open(digest);
  await found?.close();
  return found !== undefined;
};
const lookedUp = async (store: ContentStore, key: string): Promise<string | undefined> => {
  const found = await store.lookUp(key);
  found?.release();
  return found?.digest;
};

describe('the store', () => {
  const fileOf = (digest: string): string => join(folder, `${digest.slice('sha256:'.length)}.tgz`);

  test('the same files have the same digest, and are kept once', async () => {
    const store = new ContentStore({ directory: folder });
    const digest = await put(store, files('1'), 'image a');
    expect(await put(store, files('1'))).toBe(digest);
    expect(await put(store, files('2'))).not.toBe(digest);
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await store.files(digest, 'origin', 'name'))?.read('manifests/a.yaml')?.toString()).toBe('1');
    expect(await lookedUp(store, 'image a')).toBe(digest);
    expect(await lookedUp(new ContentStore({ directory: folder }), 'image a')).toBeUndefined();
  });

  test('what is damaged or was changed is not there', async () => {
    const store = new ContentStore({ directory: folder });
    const [digest, other] = [await put(store, files('1')), await put(store, files('2'))];
    writeFileSync(fileOf(digest), readFileSync(fileOf(other)));
    expect(await isKept(store, digest)).toBe(false);
    expect(await store.files(digest, 'origin')).toBeUndefined();
    writeFileSync(fileOf(other), 'nonsense');
    expect(await isKept(store, other)).toBe(false);
    expect(await isKept(store, 'sha256:../../etc')).toBe(false);
  });

  test('a link or a pipe in its place is not there, and nothing waits for it', async () => {
    const store = new ContentStore({ directory: folder });
    const [digest, other] = [await put(store, files('1')), await put(store, files('2'))];
    renameSync(fileOf(digest), join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), fileOf(digest));
    rmSync(fileOf(other));
    execFileSync('mkfifo', [fileOf(other)]);
    for (const each of [digest, other]) {
      expect(await isKept(store, each)).toBe(false);
      expect(await store.files(each, 'origin')).toBeUndefined();
    }
  });

  test('an archive that unpacks to more than content may have is not there, and is not unpacked to its end', async () => {
    const store = new ContentStore({ directory: folder });
    const bomb = Buffer.alloc(80 * 1024 * 1024);
    const digest = `sha256:${createHash('sha256').update(bomb).digest('hex')}`;
    writeFileSync(fileOf(digest), gzipSync(bomb), { mode: 0o600 });
    expect(await isKept(store, digest)).toBe(false);
    expect(await store.files(digest, 'origin')).toBeUndefined();
  });

  test('what nobody needs goes, and so does what is too much', async () => {
    const store = new ContentStore({ directory: folder });
    const [one, two] = [await put(store, files('1')), await put(store, files('2'))];
    expect(await store.collect(() => new Set([one]))).toEqual([two]);
    expect(await isKept(store, one)).toBe(true);
    expect(await new ContentStore({ directory: folder, mostBytes: 1 }).collect(() => new Set([one]))).toEqual([one]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('what is in use stays, whoever else has the same, and goes when all are done with it', async () => {
    const store = new ContentStore({ directory: folder, mostBytes: 1 });
    const { digest, release } = await store.put(files('1'), 'key');
    const second = store.use(digest);
    expect(await store.collect(() => new Set())).toEqual([]);
    release();
    expect(await store.collect(() => new Set([digest]))).toEqual([]);
    const looked = await store.lookUp('key');
    second();
    expect(await store.collect(() => new Set())).toEqual([]);
    looked?.release();
    expect(await store.collect(() => new Set())).toEqual([digest]);
    expect(await lookedUp(store, 'key')).toBeUndefined();
  });

  test('what was not written to the end is never given, and goes', async () => {
    const store = new ContentStore({ directory: folder });
    const digest = await put(store, files('1'));
    const draft = `${fileOf(digest)}.0b1f7c2e-0000-4000-8000-000000000000.draft`;
    const fresh = draft.replace('0b1f', '1b1f');
    renameSync(fileOf(digest), draft);
    writeFileSync(fresh, '');
    utimesSync(draft, new Date(0), new Date(0));
    expect(await isKept(store, digest)).toBe(false);
    await store.collect(() => new Set([digest]));
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([fresh]);
  });

  test('a disk that does not take it', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(new ContentStore({ directory: join(folder, 'file') }).put(files('1'))).rejects.toMatchObject({ code: 'bundle-store' });
  });
});

describe('the server', () => {
  let server: RunningServer;
  afterEach(() => server.close(0));

  test('asks first who calls, then whether there is such a bundle', async () => {
    const asked: string[] = [];
    const content = new ContentStore({ directory: folder });
    const digest = await put(content, files('1'));
    const packed = readFileSync(join(folder, `${digest.slice('sha256:'.length)}.tgz`));
    server = await listen(contentHandler({
      refused: (path, request) => {
        asked.push(path);
        return Promise.resolve(request.headers.authorization === 'Bearer good' ? undefined : { status: 403, text: 'no\n' });
      },
      content: async (name) => (name === 'shop' ? content.open(digest) : undefined),
      onFault: () => undefined,
    }));
    const ask = (path: string, more: RequestInit = {}): Promise<Response> => fetch(`${server.url}${path}`, { headers: { authorization: 'Bearer good' }, ...more });
    expect(Buffer.from(await (await ask(contentPath('shop'))).arrayBuffer())).toEqual(packed);
    expect((await ask(contentPath('shop'), { method: 'HEAD' })).headers.get('content-length')).toBe(String(packed.length));
    expect((await ask(contentPath('shop'), { headers: { 'authorization': 'Bearer good', 'if-none-match': `"${digest}"` } })).status).toBe(304);
    for (const path of [
      '/bundles/other.tgz', '/bundles/../shop.tgz', '/', '/bundles/shop', '/bundles/..%2fshop.tgz', '//bundles/shop.tgz', `/bundles/${digest}.tgz`,
      `/bundles/${digest.slice('sha256:'.length)}.tgz`, '/bundles/shop.tgz/', '/bundles/SHOP.tgz', '/bundles/shop%00.tgz',
    ]) expect((await ask(path)).status).toBe(404);
    for (const path of [contentPath('shop'), '/bundles/other.tgz']) expect((await ask(path, { headers: {} })).status).toBe(403);
    expect((await ask(contentPath('shop'), { method: 'POST' })).status).toBe(405);
    expect(asked).toContain('/bundles/shop.tgz');
  });
});
