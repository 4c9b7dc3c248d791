/** Layers of images become the files of a bundle, and nothing else happens. */
import { gzipSync } from 'node:zlib';
import { findingsOf } from '../../../lib/bundle';
import { ARCHIVE_LIMITS } from '../../../lib/formats/archive';
import { readImage } from '../../../lib/image/read-image';
import { unpackImage } from '../../../lib/image/unpack';
import { storedZstd } from '../formats/archive/make-zstd';
import { failure } from './errors';
import { MemorySource, OCI, sourceOf } from './make-image';
import { type Entry, END, pax, rawEntry, tar } from './make-tar';

async function unpacked(layers: readonly Buffer[], labels: Readonly<Record<string, string>> = {}) {
  return unpackImage(await readImage(sourceOf(layers, { labels })));
}

/** Path and text of every file. */
async function texts(...layers: readonly Buffer[]): Promise<Record<string, string>> {
  const { files } = await unpacked(layers);
  return Object.fromEntries(files.paths().map((path) => [path, files.read(path)?.toString('utf8') ?? '']));
}

const a = { path: 'manifests/a.yaml', content: 'a' };
const b = { path: 'manifests/b.yaml', content: 'b' };
const labels = { 'operators.operatorframework.io.bundle.manifests.v1': 'manifests/', 'operators.operatorframework.io.bundle.metadata.v1': 'metadata/' };

describe('layers', () => {
  test('files of all layers are there, those of later ones in place of earlier ones', async () => {
    expect(await texts(tar(a, b), tar({ ...b, content: 'newer' }))).toEqual({ 'manifests/a.yaml': 'a', 'manifests/b.yaml': 'newer' });
  });

  test('of a name that stands there twice in a layer, the last counts', async () => {
    expect(await texts(tar(a, { ...a, content: 'last' }))).toEqual({ 'manifests/a.yaml': 'last' });
  });

  test('a leading ./ and folders without entries of their own make no difference', async () => {
    expect(await texts(tar({ path: './', type: 'Directory' }, { path: './manifests/x/c.yaml', content: 'c' }))).toEqual({ 'manifests/x/c.yaml': 'c' });
  });

  test('a folder takes the place of a file, and a file that of a folder', async () => {
    expect(await texts(tar({ path: 'x', content: '1' }, { path: 'y/z', content: '2' }), tar({ path: 'x/w', content: '3' }, { path: 'y', content: '4' }))).toEqual({ 'x/w': '3', 'y': '4' });
  });

  test('long names, and names beyond ASCII', async () => {
    const long = `manifests/${'n'.repeat(200)}.yaml`;
    expect(await texts(tar(pax({ path: long }), a, pax({ path: 'manifests/größe.yaml' }), b, rawEntry({ path: '././@LongLink', type: 'NextFileHasLongPath', content: `${long}2\0` }), a)))
      .toEqual({ [long]: 'a', 'manifests/größe.yaml': 'b', [`${long}2`]: 'a' });
  });

  test('the empty layers that builders add', async () => {
    expect(await texts(END, tar(a), gzipSync(END))).toEqual({ 'manifests/a.yaml': 'a' });
  });

  test('a layer without the two blocks at its end, as some programs write it', async () => {
    expect(await texts(rawEntry(a))).toEqual({ 'manifests/a.yaml': 'a' });
  });

  test('what follows the end is never looked at, however much it is', async () => {
    const { files } = await unpacked([gzipSync(Buffer.concat([tar(a), rawEntry(b), Buffer.alloc(8 * 1024 * 1024)]))]);
    expect(files.paths()).toEqual(['manifests/a.yaml']);
  });
});

describe('a chart within an image', () => {
  const chart = tar({ path: 'shop/Chart.yaml', content: 'name: shop' }, { path: 'shop/templates/a.yaml', content: 'a' });
  const packed = gzipSync(chart);

  test('as a folder is there as it is', async () => {
    expect(await texts(chart)).toEqual({ 'shop/Chart.yaml': 'name: shop', 'shop/templates/a.yaml': 'a' });
  });

  test.each(['shop-1.0.0.tgz', 'charts/shop-1.0.0.tgz'])('that is packed, as %s, is unpacked', async (path) => {
    expect(await texts(tar({ path, content: packed }, { path: 'README.md', content: '' }))).toEqual({ 'Chart.yaml': 'name: shop', 'templates/a.yaml': 'a' });
  });

  test.each<[string, readonly Entry[]]>([
    ['beside a bundle', [a, { path: 'shop.tgz', content: packed }]],
    ['one of several', [{ path: 'shop.tgz', content: packed }, { path: 'other.tgz', content: packed }]],
    ['deep within', [{ path: 'usr/share/shop.tgz', content: packed }]],
    ['no chart', [{ path: 'shop.tgz', content: gzipSync(tar(a)) }]],
  ])('that is %s stays a file', async (_what, entries) => {
    expect(Object.keys(await texts(tar(...entries)))).toEqual(entries.map(({ path }) => path).sort());
  });

  test('that is damaged is said by its place', async () => {
    expect(await failure(() => texts(tar({ path: 'shop.tgz', content: packed.subarray(0, 40) })))).toMatchObject({ code: 'archive-damaged', message: expect.stringContaining('shop.tgz') });
  });

  test('is unpacked within the limits of the image', async () => {
    const large = gzipSync(tar({ path: 'shop/Chart.yaml', content: 'name: shop' }, { path: 'shop/templates/a.yaml', content: 'a'.repeat(5000) }));
    const image = await readImage(sourceOf([tar({ path: 'shop.tgz', content: large })]));
    const limits = { ...ARCHIVE_LIMITS, file: 1000 };
    expect(await failure(() => unpackImage(image, { limits }))).toMatchObject({ code: 'archive-too-large' });
    expect((await unpackImage(image)).files.paths()).toContain('templates/a.yaml');
  });
});

describe('whiteouts', () => {
  test('.wh.<name> removes a file of an earlier layer, and is no file itself', async () => {
    expect(await texts(tar(a, b), tar({ path: 'manifests/.wh.b.yaml' }))).toEqual({ 'manifests/a.yaml': 'a' });
  });

  test('.wh.<name> removes a folder with all that is in it', async () => {
    expect(await texts(tar(a, { path: 'x/y/z', content: '' }), tar({ path: '.wh.x' }))).toEqual({ 'manifests/a.yaml': 'a' });
  });

  test('.wh..wh..opq empties a folder of what earlier layers have there, wherever it stands in the layer', async () => {
    const opaque = { path: 'manifests/.wh..wh..opq' };
    expect(await texts(tar(a, b), tar(opaque, { ...b, content: 'new' }))).toEqual({ 'manifests/b.yaml': 'new' });
    expect(await texts(tar(a, b), tar({ ...b, content: 'new' }, opaque))).toEqual({ 'manifests/b.yaml': 'new' });
  });

  test('a whiteout does not hide what its own layer brings', async () => {
    expect(await texts(tar(a), tar({ ...a, content: 'new' }, { path: 'manifests/.wh.a.yaml' }))).toEqual({ 'manifests/a.yaml': 'new' });
  });

  test('what was removed can come again; what is not there can be removed', async () => {
    expect(await texts(tar(a, b), tar({ path: '.wh.manifests' }, { path: '.wh.nothing' }, { path: 'no/.wh.where' }), tar(b))).toEqual({ 'manifests/b.yaml': 'b' });
  });

  test('above the folders of the bundle they count, too', async () => {
    const { files } = await unpacked([tar(a, { path: 'metadata/x', content: '' }), tar({ path: '.wh.manifests' })], labels);
    expect(files.paths()).toEqual(['metadata/x']);
  });
});

describe('compression, recognised by the first bytes', () => {
  const plain = tar(a, { path: 'manifests/large.yaml', content: 'kind: ConfigMap\n'.repeat(20_000) });

  test('gzip and none', async () => {
    expect(await texts(gzipSync(plain))).toEqual(await texts(plain));
  });

  test('zstd', async () => {
    expect(await texts(storedZstd(plain))).toEqual(await texts(plain));
  });
});

describe('what is kept', () => {
  const system: readonly Entry[] = [
    { path: 'dev/null', type: 'CharacterDevice' },
    { path: 'run/pipe', type: 'FIFO' },
    { path: 'etc/mtab', type: 'SymbolicLink', target: '/proc/mounts' },
    { path: 'usr/lib/systemd\\x2d.slice', content: 'unit' },
    { path: 'usr/bin/sparse', type: 'SparseFile' },
    { path: 'usr/bin/large', content: Buffer.alloc(3 * 1024 * 1024, 'x') },
  ];

  test('with labels that name them, only the folders of the bundle: the image can be a whole distribution', async () => {
    const { files } = await unpacked([tar(...system), tar(a, { path: 'metadata/annotations.yaml', content: '{}' })], labels);
    expect(files.paths()).toEqual(['manifests/a.yaml', 'metadata/annotations.yaml']);
  });

  test('without labels everything, and then it may hold files and folders only', async () => {
    const { code, message } = await failure(async () => unpacked([tar(...system)]));
    expect({ code, message }).toEqual({ code: 'archive-unsafe', message: 'registry.test/team/shop:v1 is not unpacked: its entry "dev/null" is a device.' });
  });

  test('labels that say something else than annotations.yaml are warnings; the file holds', async () => {
    const annotations = { path: 'metadata/annotations.yaml', content: 'annotations:\n  operators.operatorframework.io.bundle.package.v1: shop\n' };
    const annotated = { ...labels, 'operators.operatorframework.io.bundle.package.v1': 'other', 'unrelated': 'x' };
    const { issues, files } = await unpacked([tar(annotations)], annotated);
    const findings = findingsOf(issues);
    expect(findings.map(({ code, severity, path }) => ({ code, severity, path }))).toEqual([
      { code: 'image-label', severity: 'warning', path: 'annotations["operators.operatorframework.io.bundle.manifests.v1"]' },
      { code: 'image-label', severity: 'warning', path: 'annotations["operators.operatorframework.io.bundle.metadata.v1"]' },
      { code: 'image-label', severity: 'warning', path: 'annotations["operators.operatorframework.io.bundle.package.v1"]' },
    ]);
    const label = 'operators.operatorframework.io.bundle.package.v1';
    expect(findings[2]?.message).toBe(`the image has the label "${label}" with the value "other"; this file says "shop", which holds`);
    expect(files.issues).toEqual(issues);
  });
});

describe('charts that Helm pushed', () => {
  const CHART = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
  const PROVENANCE = 'application/vnd.cncf.helm.chart.provenance.v1.prov';
  const push = (...layers: readonly (readonly [string, Buffer])[]): MemorySource => {
    const source = new MemorySource();
    const config = source.putJson({ name: 'shop', version: '1.0.0' }, 'application/vnd.cncf.helm.config.v1+json');
    const stored = layers.map(([type, bytes]) => source.put(bytes, type));
    return source.name(source.putJson({ schemaVersion: 2, mediaType: OCI.manifest, config, layers: stored }, OCI.manifest));
  };

  test('the folder of the chart is the root; its provenance is passed over', async () => {
    const chart = gzipSync(tar({ path: 'shop/Chart.yaml', content: 'name: shop' }, { path: 'shop/templates/.wh.x', content: 'a name like any other' }));
    const { files } = await unpackImage(await readImage(push([CHART, chart], [PROVENANCE, Buffer.from('signature')])));
    expect(files.paths()).toEqual(['Chart.yaml', 'templates/.wh.x']);
  });

  test('without a chart, or with two, it is refused', async () => {
    expect((await failure(async () => unpackImage(await readImage(push([PROVENANCE, Buffer.from('x')]))))).code).toBe('image-not-a-bundle');
  });
});

test('layers that are no archives: the error says what they are', async () => {
  const source = new MemorySource();
  const layer = source.put(Buffer.from('wasm'), 'application/wasm');
  const { code, message } = await failure(async () => unpackImage(await readImage(source.name(source.putImage([layer])))));
  expect({ code, message }).toEqual({ code: 'image-not-a-bundle', message: 'registry.test/team/shop:v1 is not a bundle: it has a layer of type "application/wasm".' });
});
