/** Images in a real registry: pushed, read, and kept in the cache. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobCache, listTags, pushImage, registrySource, type RegistryOptions } from '../../../lib/image/registry';
import { caCert, expiredCert, expiredKey, otherCert, otherKey } from '../../lib/kube/certificates';
import { REGISTRY_START_MS, Front, sampleImage, startRegistry, type RunningRegistry } from '../../registry';

let registry: RunningRegistry;
let front: Front;
let home: string;
const fronts: Front[] = [];

beforeAll(async () => {
  registry = await startRegistry();
}, REGISTRY_START_MS);
afterAll(() => registry.close());

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-registry-'));
  front = await open();
});
afterEach(async () => {
  await Promise.all(fronts.splice(0).map((each) => each.close()));
  rmSync(home, { recursive: true });
});

async function open(tls?: { cert?: string; key?: string }): Promise<Front> {
  const opened = await Front.start(registry.host, tls);
  fronts.push(opened);
  return opened;
}

/** Nothing of the machine that runs the tests: no credentials, settings, cache or proxies. Pauses are short. */
function options(more: RegistryOptions = {}): RegistryOptions {
  return { env: { HOME: home, PATH: process.env['PATH'] }, plainHttp: true, timing: { pauseMs: 5 }, ...more };
}

let counter = 0;
function repository(): string {
  counter += 1;
  return `team/bundle-${counter}`;
}

describe('an image that is pushed', () => {
  test('comes back by tag, with the same bytes', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}:v1`;
    const pushed = await pushImage(image, name, options());
    expect(pushed).toMatchObject({ manifest: 'uploaded', present: [], reference: { digest: image.digest, tag: 'v1' } });
    expect(pushed.uploaded).toEqual(image.blobs.map(({ descriptor }) => descriptor));

    const source = registrySource(name, options());
    expect(await source.resolve()).toBe(image.digest);
    expect(await source.manifest(undefined)).toEqual(image.manifest);
    for (const { descriptor, bytes } of image.blobs) expect(await source.blob(descriptor)).toEqual(bytes);
  });

  test('comes back by digest, when it has no tag', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}@${image.digest}`;
    await pushImage(image, name, options());
    expect(await registrySource(name, options()).manifest(undefined)).toEqual(image.manifest);
  });

  test('is not sent a second time: all that is sent are questions', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}:v1`;
    await pushImage(image, name, options());
    front.seen.length = 0;
    const again = await pushImage(image, name, options());
    expect(again).toMatchObject({ manifest: 'present', uploaded: [] });
    expect(again.present).toEqual(image.blobs.map(({ descriptor }) => descriptor));
    expect(front.seen.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD', 'HEAD']);
  });

  test('takes a tag from another one, and says from which', async () => {
    const [old, image] = [sampleImage(), sampleImage()];
    const name = `${front.host}/${repository()}:stable`;
    await pushImage(old, name, options());
    expect(await pushImage(image, name, options())).toMatchObject({ manifest: 'uploaded', replaced: old.digest });
  });

  test('is not pushed under the digest of another one', async () => {
    const name = `${front.host}/${repository()}@sha256:${'0'.repeat(64)}`;
    await expect(pushImage(sampleImage(), name, options())).rejects.toMatchObject({ code: 'image-reference-invalid' });
    expect(front.seen).toEqual([]);
  });

  test('gets through although the registry fails in between', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}:v1`;
    front.next(1, /^POST/, (response) => response.writeHead(503).end());
    front.next(2, /^PUT .*\/uploads\//, (response) => response.destroy());
    front.next(1, /^PUT .*\/manifests\//, (response) => response.writeHead(502).end());
    await pushImage(image, name, options());
    expect(await registrySource(name, options()).manifest(undefined)).toEqual(image.manifest);
  });

  test('leaves no manifest behind when a blob is refused', async () => {
    const name = `${front.host}/${repository()}:v1`;
    front.intercept((request, response) => {
      if (request.method !== 'PUT') return false;
      response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: [{ code: 'SIZE_INVALID', message: 'quota exceeded' }] }));
      return true;
    });
    await expect(pushImage(sampleImage(), name, options())).rejects.toMatchObject({ code: 'registry-answer', message: expect.stringContaining('SIZE_INVALID: quota exceeded') });
    expect(front.asked.filter((asked) => asked.includes('/manifests/'))).toEqual([]);
  });
});

test('all tags are listed, over as many pages as there are', async () => {
  const image = sampleImage();
  const name = repository();
  for (const tag of ['a', 'b', 'c']) await pushImage(image, `${front.host}/${name}:${tag}`, options());
  front.intercept((request, response) => {
    if (!request.url?.includes('n=1000')) return false;
    response.writeHead(200, { link: `</v2/${name}/tags/list?n=2&last=a>; rel="next"` }).end(JSON.stringify({ name, tags: ['a'] }));
    return true;
  });
  expect(await listTags(`${front.host}/${name}`, options())).toEqual(['a', 'b', 'c']);
});

describe('what is not there', () => {
  test('a tag', async () => {
    const name = `${front.host}/${repository()}:v1`;
    await expect(registrySource(name, options()).manifest(undefined)).rejects.toMatchObject({
      code: 'image-not-found', category: 'input', message: `The registry ${front.host} has no image ${name}.`,
    });
  });

  test('a blob', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}:v1`;
    await pushImage(image, name, options());
    await expect(registrySource(name, options()).blob({ ...image.manifest.descriptor, digest: `sha256:${'1'.repeat(64)}` })).rejects.toMatchObject({ code: 'image-blob-missing' });
  });

  test('a registry', async () => {
    await fronts.pop()?.close();
    await expect(registrySource(`${front.host}/a:v1`, options()).manifest(undefined)).rejects.toMatchObject({
      code: 'registry-unreachable', message: `The registry ${front.host} cannot be reached: nothing listens there.`,
    });
  });
});

describe('content that is not what it should be', () => {
  const image = sampleImage([100, 5000]);
  const [, , layer] = image.blobs;
  const reading = async (change: (path: string, bytes: Buffer) => Buffer, more: RegistryOptions = {}): Promise<unknown> => {
    const name = `${front.host}/${repository()}:v1`;
    await pushImage(image, name, options());
    front.change(change);
    const source = registrySource(name, options(more));
    await source.manifest(undefined);
    return source.blob(layer?.descriptor ?? image.manifest.descriptor);
  };
  const isLayer = (path: string): boolean => path.includes(`/blobs/${layer?.descriptor.digest}`);

  test.each([
    ['a changed byte', (bytes: Buffer) => Buffer.concat([Buffer.from([(bytes[0] ?? 0) ^ 1]), bytes.subarray(1)])],
    ['a byte less', (bytes: Buffer) => bytes.subarray(1)],
    ['a byte more', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
    ['far too many bytes', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(20_000_000)])],
  ])('a layer with %s', async (_, change) => {
    await expect(reading((path, bytes) => (isLayer(path) ? change(bytes) : bytes))).rejects.toMatchObject({ code: 'image-digest-mismatch' });
  });

  test('a manifest', async () => {
    const change = (path: string, bytes: Buffer): Buffer => (path.includes('/manifests/') ? Buffer.from(bytes.toString().replace('{', '{ ')) : bytes);
    await expect(reading(change)).rejects.toMatchObject({ code: 'image-digest-mismatch' });
  });

  test('a login page instead of a manifest', async () => {
    const page = (path: string, bytes: Buffer): Buffer => (path.includes('/manifests/') ? Buffer.from('<html>Please log in</html>') : bytes);
    await expect(reading(page)).rejects.toMatchObject({ code: 'registry-answer' });
  });

  test('a blob that is announced larger than anybody reads is not asked for', async () => {
    const source = registrySource(`${front.host}/${repository()}:v1`, options());
    await expect(source.blob({ ...image.manifest.descriptor, size: 1e12 })).rejects.toMatchObject({ code: 'image-too-large' });
    expect(front.seen).toEqual([]);
  });

  test('none of it gets into the cache', async () => {
    const cache = blobCache({ directory: join(home, 'cache') });
    await expect(reading((path, bytes) => (isLayer(path) ? bytes.subarray(1) : bytes), { cache })).rejects.toMatchObject({ code: 'image-digest-mismatch' });
    expect(readdirSync(join(home, 'cache', 'sha256'))).toEqual([image.digest.slice(7)]);
  });
});

describe('the cache', () => {
  test('a second run asks one question for a tag, and none for a digest', async () => {
    const image = sampleImage();
    const name = `${front.host}/${repository()}`;
    await pushImage(image, `${name}:v1`, options());
    const readAll = async (reference: string): Promise<void> => {
      const source = registrySource(reference, options());
      await source.manifest(undefined);
      for (const { descriptor } of image.blobs) await source.blob(descriptor);
    };
    await readAll(`${name}:v1`);
    front.seen.length = 0;
    await readAll(`${name}:v1`);
    expect(front.asked).toEqual([`HEAD /v2/${name.slice(name.indexOf('/') + 1)}/manifests/v1`]);
    front.seen.length = 0;
    await readAll(`${name}@${image.digest}`);
    expect(front.seen).toEqual([]);
  });

  test('one source reads one state of the registry, even when the tag moves meanwhile', async () => {
    const [old, next] = [sampleImage(), sampleImage()];
    const name = `${front.host}/${repository()}:stable`;
    await pushImage(old, name, options());
    const source = registrySource(name, options({ cache: false }));
    expect(await source.resolve()).toBe(old.digest);
    await pushImage(next, name, options());
    expect((await source.manifest(undefined)).descriptor.digest).toBe(old.digest);
  });
});

describe('TLS', () => {
  const trusting = (host: string): RegistryOptions => options({ plainHttp: false, settings: { registries: { [host]: { ca: caCert } } } });

  test('with an authority of its own', async () => {
    const secure = await open({});
    const image = sampleImage();
    await pushImage(image, `${secure.host}/${repository()}:v1`, trusting(secure.host));
    await expect(listTags(`${secure.host}/team/bundle-${counter}`, trusting(secure.host))).resolves.toEqual(['v1']);
  });

  test('the authority is named in the settings file of the user', async () => {
    const secure = await open({});
    writeFileSync(join(home, 'ca.pem'), caCert);
    writeFileSync(join(home, 'registries.yaml'), `registries:\n  "${secure.host}":\n    ca: ca.pem\n`);
    const env = { HOME: home, BOXCUTTER_REGISTRIES: join(home, 'registries.yaml') };
    await pushImage(sampleImage(), `${secure.host}/${repository()}:v1`, { env });
  });

  test.each([
    ['an unknown authority', {}, undefined, 'signed by an authority that is not known here'],
    ['a certificate that has expired', { cert: expiredCert, key: expiredKey }, caCert, 'has expired'],
    ['a certificate of another host', { cert: otherCert, key: otherKey }, caCert, 'is not for'],
  ])('%s is refused, and plain HTTP is not tried', async (_, tls, ca, words) => {
    const secure = await open(tls);
    const settings = { registries: ca === undefined ? {} : { [secure.host]: { ca } } };
    await expect(listTags(`${secure.host}/a`, options({ plainHttp: false, settings }))).rejects.toMatchObject({ code: 'registry-tls', message: expect.stringContaining(words) });
    expect(secure.seen).toEqual([]);
  });

  test('a registry without TLS is not spoken to when nobody asked for that', async () => {
    await expect(listTags(`${front.host}/a`, options({ plainHttp: false }))).rejects.toMatchObject({
      code: 'registry-tls', message: expect.stringContaining('does not speak TLS'), hint: expect.stringContaining('plainHttp'),
    });
    expect(front.seen).toEqual([]);
  });
});
