/** Where unpacked content is kept, and how it is served. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type RunningServer } from '../../../../lib/catalog-store';
import { contentHandler, contentPath } from '../../../../lib/controllers/provisioners/content/server';
import { ContentStore } from '../../../../lib/controllers/provisioners/content/store';
import { bundleFilesOf } from '../../../../lib/formats';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'bundle-store-')); });
afterEach(() => rmSync(folder, { recursive: true }));

const files = (text: string) => bundleFilesOf('test', [['manifests/a.yaml', text], ['README.md', 'x']] as const);

describe('the store', () => {
  test('the same files have the same digest, and are kept once', async () => {
    const store = new ContentStore({ directory: folder });
    const digest = await store.put(files('1'), 'image a');
    expect(await store.put(files('1'))).toBe(digest);
    expect(await store.put(files('2'))).not.toBe(digest);
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await store.files(digest, 'origin', 'name'))?.read('manifests/a.yaml')?.toString()).toBe('1');
    expect(await store.lookUp('image a')).toBe(digest);
    expect(await new ContentStore({ directory: folder }).lookUp('image a')).toBeUndefined();
  });

  test('what is damaged or was changed is not there', async () => {
    const store = new ContentStore({ directory: folder });
    const [digest, other] = [await store.put(files('1')), await store.put(files('2'))];
    const file = (of: string): string => join(folder, `${of.slice('sha256:'.length)}.tgz`);
    writeFileSync(file(digest), (await store.packed(other))!);
    expect(await store.packed(digest)).toBeUndefined();
    writeFileSync(file(other), 'nonsense');
    expect(await store.packed(other)).toBeUndefined();
    expect(await store.packed('sha256:../../etc')).toBeUndefined();
  });

  test('what nobody needs goes, and so does what is too much', async () => {
    const store = new ContentStore({ directory: folder });
    const [one, two] = [await store.put(files('1')), await store.put(files('2'))];
    expect(await store.collect(new Set([one]))).toEqual([two]);
    expect(await store.packed(one)).toBeDefined();
    expect(await new ContentStore({ directory: folder, mostBytes: 1 }).collect(new Set([one]))).toEqual([one]);
    expect(readdirSync(folder)).toEqual([]);
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
    server = await listen(contentHandler({
      refused: (path, request) => {
        asked.push(path);
        return Promise.resolve(request.headers.authorization === 'Bearer good' ? undefined : { status: 403, text: 'no\n' });
      },
      content: (name) => Promise.resolve(name === 'shop' ? { digest: 'sha256:1', bytes: Buffer.from('packed') } : undefined),
      onFault: () => undefined,
    }));
    const ask = (path: string, more: RequestInit = {}): Promise<Response> => fetch(`${server.url}${path}`, { headers: { authorization: 'Bearer good' }, ...more });
    expect(await (await ask(contentPath('shop'))).text()).toBe('packed');
    expect((await ask(contentPath('shop'), { method: 'HEAD' })).headers.get('content-length')).toBe('6');
    expect((await ask(contentPath('shop'), { headers: { 'authorization': 'Bearer good', 'if-none-match': '"sha256:1"' } })).status).toBe(304);
    for (const path of ['/bundles/other.tgz', '/bundles/../shop.tgz', '/', '/bundles/shop']) expect((await ask(path)).status).toBe(404);
    for (const path of [contentPath('shop'), '/bundles/other.tgz']) expect((await ask(path, { headers: {} })).status).toBe(403);
    expect((await ask(contentPath('shop'), { method: 'POST' })).status).toBe(405);
    expect(asked).toContain('/bundles/shop.tgz');
  });
});
