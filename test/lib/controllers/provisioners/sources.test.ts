/** Sources that mean harm, or are named by who must not have them: what is asked, with what, and how much of it is taken. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { KubeObject } from '../../../../lib/api';
import { Contents } from '../../../../lib/controllers/provisioners/content/contents';
import type { Asker } from '../../../../lib/controllers/provisioners/content/places';
import { ContentStore } from '../../../../lib/controllers/provisioners/content/store';
import type { BundleSource } from '../../../../lib/controllers/provisioners/model';
import type { SourcePlace } from '../../../../lib/controllers/provisioners/source/locate';
import { bundleFilesFromArchive } from '../../../../lib/formats';
import { tarOf } from '../../../../lib/formats/archive/tar-writer';
import { isLinkLocal, isThisMachine } from '../../../../lib/net';
import { startGitServer, TestRepository } from '../../../support/git-server';
import { zstdBomb } from '../../formats/archive/make-zstd';

const PLAIN = 'core-rukpak-io-plain';
const MIB = 1024 * 1024;
const manifest = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
const bundle = (name = 'a'): Buffer => tarOf([['manifests/all.yaml', Buffer.from(manifest(name))]]);

let folder: string;
let ending: AbortController;
let store: ContentStore;
let contents: Contents;
const servers: Server[] = [];
const objects = new Map<string, object>();
const read: string[] = [];

const secret = (name: string, password: string, hosts?: string): void => void objects.set(`Secret ${name}`, {
  apiVersion: 'v1', kind: 'Secret', metadata: { name, annotations: hosts === undefined ? {} : { 'core.rukpak.io/host': hosts } },
  data: { password: Buffer.from(password).toString('base64'), username: Buffer.from('user').toString('base64') },
});

function contentsOf(more: Partial<SourcePlace> = {}): Contents {
  return new Contents(store, {
    cluster: {
      get: async ({ kind, name }) => {
        read.push(`${kind} ${name}`);
        const object = objects.get(`${kind} ${name}`);
        return object === undefined ? { type: 'gone' } : { type: 'object', object: object as KubeObject, created: false };
      },
    },
    namespace: 'system', refuses: isLinkLocal, directories: [], onNote: () => undefined,
    registry: { plainHttp: true, settings: {}, env: { HOME: folder }, timing: { attempts: 1 } }, ...more,
  }, ending.signal);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-sources-'));
  ending = new AbortController();
  store = new ContentStore({ directory: join(folder, 'store') });
  contents = contentsOf();
  objects.clear();
  read.length = 0;
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true });
});

interface Listening {
  readonly url: string;
  readonly host: string;
  readonly asked: readonly IncomingMessage[];
}

async function listening(answer: RequestListener): Promise<Listening> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/bundle.tgz`, host, asked };
}

const http = (url: string, name?: string): BundleSource => (
  { type: 'http', http: { url, ...(name === undefined ? {} : { auth: { secret: { name } } }) } } as BundleSource
);
const DEPLOYMENT: Asker = { isOfDeployment: true, isFailing: false };
const unpack = (source: BundleSource, of = contents): Promise<string> => of.unpack(source, PLAIN, DEPLOYMENT, async ({ digest }) => digest);

describe('a folder of the machine', () => {
  const directory = (path: string): BundleSource => ({ type: 'directory', directory: { path } });
  const put = (path: string, name: string): string => {
    mkdirSync(join(folder, path, 'manifests'), { recursive: true });
    writeFileSync(join(folder, path, 'manifests', 'all.yaml'), manifest(name));
    return join(folder, path);
  };

  test('is no source as long as nobody says which may be', async () => {
    await expect(unpack(directory(put('roots/a', 'a')))).rejects.toMatchObject({ code: 'bundle-source', message: 'folders of the machine are no source here' });
  });

  test('within one that is named is unpacked; what is in it by then is another content', async () => {
    const own = contentsOf({ directories: [join(folder, 'roots')] });
    const first = await unpack(directory(put('roots/a', 'one')), own);
    expect(await unpack(directory(put('roots/deep/b', 'one')), own)).toBe(first);
    expect(await unpack(directory(put('roots/a', 'two')), own)).not.toBe(first);
    expect(await unpack(directory(join(folder, 'roots/deep/b')), contentsOf({ directories: [join(folder, 'roots/deep/b')] }))).toBe(first);
  });

  test('is refused outside of it, by its path and by a link, and so is a file that is a link out of it', async () => {
    const own = contentsOf({ directories: [join(folder, 'roots')] });
    put('roots/a', 'a');
    put('roots-beside', 'a');
    const other = put('other', 'secret');
    symlinkSync(other, join(folder, 'roots', 'link'));
    const paths = ['/etc', '/', 'roots/a', other, join(folder, 'roots-beside'), `${folder}/roots/../other`, join(folder, 'nowhere'), join(folder, 'roots/link')];
    for (const path of paths) {
      await expect(unpack(directory(path), own)).rejects.toMatchObject({ code: 'bundle-source', message: `${path} is not within a folder that may be a source` });
    }
    await expect(unpack(directory(join(folder, 'roots/none')), own)).rejects.toThrow(`there is no folder ${join(folder, 'roots/none')}`);
    symlinkSync(join(other, 'manifests/all.yaml'), join(folder, 'roots/a/manifests/more.yaml'));
    await expect(unpack(directory(join(folder, 'roots/a')), own)).rejects.toMatchObject({ code: 'bundle-content', message: expect.stringMatching(/link/) });
    symlinkSync(join(folder, 'roots'), join(folder, 'named'));
    expect(await unpack(directory(put('named/c', 'c')), contentsOf({ directories: [join(folder, 'named')] }))).toMatch(/^sha256:/);
  });

  test('with more than a bundle may have is refused', async () => {
    put('roots/a', 'a');
    writeFileSync(join(folder, 'roots/a/manifests/large.yaml'), Buffer.alloc(40 * MIB));
    await expect(unpack(directory(join(folder, 'roots/a')), contentsOf({ directories: [folder] }))).rejects.toMatchObject({ code: 'archive-too-large' });
  });
});

describe('an archive', () => {
  test.each([
    ['of 40 MiB in one file', gzipSync(tarOf([['manifests/all.yaml', Buffer.alloc(40 * MIB)]]))],
    ['of many that are 40 MiB together', gzipSync(tarOf(Array.from({ length: 5 }, (_none, index) => [`manifests/${index}.yaml`, Buffer.alloc(8 * MIB)] as const)))],
    ['of zstd that unpacks to gigabytes', zstdBomb(20_000)],
    ['of eleven thousand files', gzipSync(tarOf(Array.from({ length: 11_000 }, (_none, index) => [`manifests/${index}.yaml`, Buffer.from('x')] as const)))],
  ])('%s is refused', async (_what, archive) => {
    const { url } = await listening((_request, response) => void response.end(archive));
    await expect(unpack(http(url))).rejects.toMatchObject({ code: 'archive-too-large' });
  });

  test('without end is given up with the first byte too many', async () => {
    const piece = randomBytes(MIB);
    let sent = 0;
    const { url } = await listening((_request, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        sent += 1;
        response.write(piece, () => setImmediate(more));
      };
      more();
    });
    await expect(unpack(http(url))).rejects.toMatchObject({ code: 'download-failed', message: expect.stringMatching(/has more than/) });
    expect(sent).toBeLessThan(64);
  });
});

describe('a server that sends us elsewhere', () => {
  test('gets no credentials for others, and does not choose what we ask for with ours', async () => {
    const first: { host?: string } = {};
    const elsewhere = await listening((_request, response) => void response.writeHead(302, { location: `http://${first.host}/private` }).end());
    const own = await listening((request, response) => {
      if (request.url === '/private') response.end(bundle());
      else response.writeHead(302, { location: elsewhere.url }).end();
    });
    first.host = own.host;
    secret('login', 'pass', own.host);
    await unpack(http(own.url, 'login'));
    expect(own.asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/bundle.tgz', `Basic ${Buffer.from('user:pass').toString('base64')}`], ['/private', undefined],
    ]);
    expect(elsewhere.asked[0]?.headers.authorization).toBeUndefined();
  });

  test('does not send us to this machine, nor to where a cloud has credentials', async () => {
    const metadata = await listening((_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    const strict = contentsOf({ refuses: (address) => isLinkLocal(address) || isThisMachine(address) });
    const { port } = new URL(metadata.url);
    for (const host of ['127.0.0.1', 'localhost']) await expect(unpack(http(`http://${host}:${port}/x`), strict)).rejects.toMatchObject({ code: 'download-failed' });
    for (const url of ['https://169.254.169.254/latest', 'https://[fe80::1]/x', `https://0.0.0.0:${port}/x`, 'https://0x7f.1/x']) {
      await expect(unpack(http(url), strict)).rejects.toMatchObject({ code: 'download-failed', message: expect.stringMatching(/its address is that of/) });
    }
    const image = { type: 'image', image: { ref: `127.0.0.1:${port}/a/b:v1` } } as BundleSource;
    await expect(unpack(image, strict)).rejects.toMatchObject({ code: 'registry-unreachable' });
    const git = { type: 'git', git: { repository: `http://localhost:${port}/a`, ref: { branch: 'main' } } } as BundleSource;
    await expect(unpack(git, strict)).rejects.toMatchObject({ code: 'git-address' });
    expect(metadata.asked).toEqual([]);
  });
});

describe('an image', () => {
  const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  const layer = gzipSync(bundle());
  const config = Buffer.from('{}');
  const manifestOf = (size: number): Buffer => Buffer.from(JSON.stringify({
    schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(config), size: config.length },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest: digestOf(layer), size }],
  }));
  const serve = (document: Buffer, isOpen: () => boolean): ReturnType<typeof listening> => listening((request, response) => {
    const { url = '' } = request;
    if (!isOpen()) return void response.writeHead(404).end();
    response.end(url.includes('/manifests/') ? document : url.endsWith(digestOf(config)) ? config : layer);
  });
  const image = (host: string, document: Buffer): BundleSource => ({ type: 'image', image: { ref: `${host}/team/web@${digestOf(document)}` } } as BundleSource);

  test('whose layer is more than a bundle may have is refused before any of it is read', async () => {
    const document = manifestOf(33 * MIB);
    const registry = await serve(document, () => true);
    await expect(unpack(image(registry.host, document))).rejects.toMatchObject({ code: 'image-too-large' });
    expect(registry.asked.filter(({ url }) => url?.endsWith(digestOf(layer)))).toEqual([]);
  });

  test('by its digest is what the registry gives to who asks: that another Bundle has it is not enough', async () => {
    let isOpen = true;
    const document = manifestOf(layer.length);
    const registry = await serve(document, () => isOpen);
    await unpack(image(registry.host, document));
    isOpen = false;
    await expect(unpack(image(registry.host, document))).rejects.toMatchObject({ code: 'image-not-found' });
  });
});

describe('a Secret that a Bundle names', () => {
  test.each<[what: string, hosts: string | undefined, said: string]>([
    ['says nothing of servers', undefined, 'Secret system/loot does not say which servers it is for, and is not sent to HOST.'],
    ['is for others', 'git.example, git.example:8443', 'Secret system/loot is for git.example, git.example:8443, and is not sent to HOST.'],
    ['is for the machine, and not for this port', '127.0.0.1', 'Secret system/loot is for 127.0.0.1, and is not sent to HOST.'],
  ])('and that %s is sent to none', async (_what, hosts, said) => {
    secret('loot', 'top-secret', hosts);
    const eve = await listening((_request, response) => void response.end(bundle()));
    const git = { type: 'git', git: { repository: `http://${eve.host}/a`, ref: { branch: 'main' }, auth: { secret: { name: 'loot' } } } } as BundleSource;
    for (const source of [http(eve.url, 'loot'), git]) {
      await expect(unpack(source)).rejects.toMatchObject({ code: 'bundle-source', message: expect.stringContaining(said.replace('HOST', eve.host)) });
    }
    expect(eve.asked).toEqual([]);
  });

  test('is sent to each of the servers that it is for', async () => {
    const all = await Promise.all([1, 2].map(() => listening((_request, response) => void response.end(bundle()))));
    secret('login', 'pass', all.map(({ host }) => host.toUpperCase()).join(', '));
    for (const { url, asked } of all) {
      await unpack(http(url, 'login'));
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([`Basic ${Buffer.from('user:pass').toString('base64')}`]);
    }
  });
});

test('a registry is asked with the pull secret that a Bundle names, and never with the credentials of the controllers', async () => {
  const registry = await listening((_request, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end());
  const auths = (login: string): string => JSON.stringify({ auths: { [registry.host]: { auth: Buffer.from(login).toString('base64') } } });
  writeFileSync(join(folder, 'auth.json'), auths('controllers:own'));
  objects.set('Secret pull', {
    apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/dockerconfigjson', metadata: { name: 'pull' },
    data: { '.dockerconfigjson': Buffer.from(auths('bundle:named')).toString('base64') },
  });
  const env = { HOME: folder, REGISTRY_AUTH_FILE: join(folder, 'auth.json') };
  const of = contentsOf({ registry: { plainHttp: true, settings: {}, env, timing: { attempts: 1 } } });
  const image = (more: object): BundleSource => ({ type: 'image', image: { ref: `${registry.host}/a/b:v1`, ...more } } as BundleSource);
  const sent = (): readonly unknown[] => [...new Set(registry.asked.map(({ headers }) => headers.authorization).filter((one) => one !== undefined))];
  await expect(unpack(image({}), of)).rejects.toBeInstanceOf(Error);
  expect([registry.asked.length > 0, sent()]).toEqual([true, []]);
  await expect(unpack(image({ pullSecret: 'pull' }), of)).rejects.toBeInstanceOf(Error);
  expect(sent()).toEqual([`Basic ${Buffer.from('bundle:named').toString('base64')}`]);
});

test('a commit of a private repository is not given to a Bundle that has no credentials for it', async () => {
  const repository = TestRepository.create(join(folder, 'repositories', 'private'));
  const commit = repository.commit({ 'manifests/all.yaml': manifest('a') });
  const server = await startGitServer(join(folder, 'repositories'), 'secret');
  const git = (name?: string): BundleSource => ({
    type: 'git', git: { repository: server.url('private/.git'), ref: { commit }, ...(name === undefined ? {} : { auth: { secret: { name } } }) },
  } as BundleSource);
  try {
    const { host } = new URL(server.url(''));
    secret('right', 'secret', host);
    secret('wrong', 'guessed', host);
    const digest = await unpack(git('right'));
    expect(await unpack(git('right'))).toBe(digest);
    for (const name of ['wrong', undefined]) await expect(unpack(git(name))).rejects.toMatchObject({ code: 'git-failed' });
  } finally {
    await server.close();
  }
});

describe('ConfigMaps', () => {
  const map = (name: string, data: object, binaryData: object = {}): void => void objects.set(`ConfigMap ${name}`, {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: name }, immutable: true, data, binaryData,
  });
  const maps = (...given: readonly (readonly [name: string, path?: string])[]): BundleSource => ({
    type: 'configMaps', configMaps: given.map(([name, path]) => ({ configMap: { name }, ...(path === undefined ? {} : { path }) })),
  } as BundleSource);

  test('text and bytes are files', async () => {
    map('a', { 'a.yaml': manifest('a') }, { 'b.yaml': Buffer.from(manifest('b')).toString('base64') });
    const digest = await unpack(maps(['a', 'manifests']));
    expect((await store.files(digest, 'x'))?.paths()).toEqual(['manifests/a.yaml', 'manifests/b.yaml']);
  });

  test('that are too much together are refused, and those behind the limit are not even read', async () => {
    const text = 'x'.repeat(900_000);
    const names = Array.from({ length: 64 }, (_none, index) => `map-${index}`);
    for (const name of names) map(name, { [`${name}.yaml`]: text });
    await expect(unpack(maps(...names.map((name) => [name, 'manifests'] as const)))).rejects.toMatchObject({ code: 'archive-too-large' });
    expect(read.length).toBeLessThan(42);
  });

  test.each<[string, readonly (readonly [string, string?])[], RegExp]>([
    ['a file that is a folder as well', [['a', 'manifests'], ['b', 'manifests/all.yaml']], /is a file and a folder/],
    ['the same in another order', [['b', 'manifests/all.yaml'], ['a', 'manifests']], /is a file and a folder/],
    ['a path twice', [['a', 'manifests'], ['a', './manifests/']], /duplicate path/],
    ['a path that leads out', [['a', 'x/../../y']], /is not within the bundle/], ['an absolute one', [['a', '/etc']], /is not within the bundle/],
    ['one that is too deep', [['a', 'd/'.repeat(80)]], /is not within the bundle/], ['one with control characters', [['a', 'x\u001b[2J']], /is not within the bundle/],
    ['a key that leads out', [['c']], /is no file name/],
  ])('%s is refused', async (_what, given, message) => {
    map('a', { 'all.yaml': manifest('a') });
    map('b', { 'all.yaml': manifest('b') });
    map('c', { '../x': manifest('c') });
    await expect(unpack(maps(...given))).rejects.toMatchObject({ code: 'bundle-source', message: expect.stringMatching(message) });
  });
});

describe('much at a time', () => {
  test('four sources are read at a time, two of a server, in the order in which they ask; one that fails holds up nobody', async () => {
    let [running, most] = [0, 0];
    const waiting: (() => void)[] = [];
    const answer: RequestListener = (request, response) => {
      running += 1;
      most = Math.max(most, running);
      waiting.push(() => {
        running -= 1;
        if (request.url?.endsWith('1') === true) response.writeHead(404).end();
        else response.end(bundle(`b${request.url?.slice(-1)}`));
      });
      if (waiting.length === 4) setImmediate(() => waiting.splice(0).forEach((go) => go()));
    };
    const servers = [await listening(answer), await listening(answer)];
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_none, index) => unpack(http(`${servers[index % 2]?.url}?${index}`))));
    expect(most).toBe(4);
    expect(all.map(({ status }) => status)).toEqual(all.map((_one, index) => (index === 1 ? 'rejected' : 'fulfilled')));
  });

  test('Bundles of servers that answer slowly hold up no BundleDeployment, of that server or of another', async () => {
    let isSlow = true;
    const held: (() => void)[] = [];
    const answer: RequestListener = (request, response) => {
      const send = (): void => void response.end(bundle());
      if (isSlow && request.url?.endsWith('slow') === true) held.push(send);
      else send();
    };
    const [one, two] = [await listening(answer), await listening(answer)];
    const of = (url: string, asker: Partial<Asker>): Promise<string> => (
      contents.unpack(http(url), PLAIN, { ...DEPLOYMENT, ...asker }, async ({ digest }) => digest));
    const slow = Array.from({ length: 12 }, (_none, index) => of(`${(index % 2 === 0 ? one : two).url}?${index}slow`, { isOfDeployment: false }));
    // Without an answer to any of them.
    const digest = await of(one.url, {});
    expect([await of(two.url, {}), held.length <= 2]).toEqual([digest, true]);
    isSlow = false;
    held.forEach((send) => send());
    expect(new Set(await Promise.all(slow))).toEqual(new Set([digest]));
  });

  test('a source that does not answer is broken off when the process ends', async () => {
    const { url } = await listening(() => ending.abort());
    await expect(unpack(http(url))).rejects.toMatchObject({ code: 'download-failed' });
  });
});

describe('what is removed meanwhile', () => {
  const files = (text: string): ReturnType<typeof bundleFilesFromArchive> => bundleFilesFromArchive(bundle(text), 'x');

  test('what was just unpacked stays until it is known whose it is, and goes when nobody has it', async () => {
    const { url } = await listening((_request, response) => void response.end(bundle()));
    const digest = await contents.unpack(http(url), PLAIN, DEPLOYMENT, async (unpacked) => {
      expect(await contents.collect(() => new Set())).toEqual([]);
      return unpacked.digest;
    });
    expect(await contents.collect(() => new Set())).toEqual([digest]);
  });

  test('what is being installed stays', async () => {
    const { digest, release } = await store.put(files('a'));
    release();
    await contents.files('shop', { digest, resolved: http('http://127.0.0.1:1/gone.tgz') }, PLAIN, async (found) => {
      expect(await contents.collect(() => new Set())).toEqual([]);
      expect(found.paths()).toEqual(['manifests/all.yaml']);
    });
    expect(await contents.collect(() => new Set())).toEqual([digest]);
  });

  test('what is removed while it is sent is sent to its end', async () => {
    const { digest, release } = await store.put(files('a'));
    release();
    const packed = await contents.packed({ digest, resolved: http('http://127.0.0.1:1/gone.tgz') }, PLAIN);
    expect(await contents.collect(() => new Set())).toEqual([digest]);
    const pieces: Buffer[] = [];
    for await (const piece of packed.stream()) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces)).toHaveLength(packed.size);
  });

  test('two Bundles with one content: what one source does not give any more, the other does', async () => {
    const { url } = await listening((_request, response) => void response.end(bundle()));
    const digest = await unpack(http(url));
    await contents.collect(() => new Set());
    const broken = contents.packed({ digest, resolved: http('http://127.0.0.1:1/gone.tgz') }, PLAIN);
    const working = contents.packed({ digest, resolved: http(url) }, PLAIN);
    await expect(broken).rejects.toMatchObject({ code: 'download-failed' });
    await (await working).close();
  });
});
