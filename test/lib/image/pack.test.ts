/** Images of bundles are the same to the byte wherever they are built. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bundleFilesFromDirectory, bundleFilesOf } from '../../../lib/bundle';
import type { BlobSource, BuiltImage } from '../../../lib/image';
import { buildImage, readImage, unpackImage } from '../../../lib/image';
import { failure } from './errors';
import { digestOf } from './make-image';

const annotations = `annotations:
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.package.v1: shop
`;
const entries: readonly (readonly [string, string])[] = [
  ['manifests/shop.yaml', 'kind: ClusterServiceVersion\n'],
  ['manifests/größe.yaml', 'a name beyond ASCII\n'],
  [`manifests/${'n'.repeat(180)}.yaml`, 'a long name\n'],
  ['metadata/annotations.yaml', annotations],
];
const chart: readonly (readonly [string, string])[] = [
  ['Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.2.3\ndescription: A shop\n'],
  ['values.yaml', ''],
  ['templates/web.yaml', 'x'.repeat(200_000)],
];

/** What was built, as a place where images are kept. */
function sourceOf({ manifest, blobs }: BuiltImage): BlobSource {
  return {
    origin: 'built',
    manifest: () => Promise.resolve(manifest),
    blob: ({ digest }) => Promise.resolve(blobs.find(({ descriptor }) => descriptor.digest === digest)?.bytes ?? Buffer.alloc(0)),
  };
}

test('the digest is known: it follows from the files alone', () => {
  expect(buildImage(bundleFilesOf('shop', entries)).digest).toBe('sha256:572f42530550c9576629cf982b0192374deed61012ae241bf1edb3fe4ec4d6a5');
  expect(buildImage(bundleFilesOf('shop', chart)).digest).toBe('sha256:6a0c0dc12fe93176ad9ddef34717c2dd99662c1e29c4bfde643ae9c672a54f58');
});

test('order, place, times and modes of the files make no difference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-pack-'));
  try {
    for (const [path, text] of entries) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text, { mode: 0o755 });
      utimesSync(join(folder, path), 1e9, 1e9);
    }
    const { digest } = buildImage(bundleFilesOf('shop', entries));
    expect(buildImage(bundleFilesOf('elsewhere', [...entries].reverse())).digest).toBe(digest);
    expect(buildImage(bundleFilesFromDirectory(folder)).digest).toBe(digest);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('manifest, configuration and layer name each other by digest and size; labels are the annotations', async () => {
  const built = buildImage(bundleFilesOf('shop', entries), { labels: { vendor: 'us' }, annotations: { z: '1', a: '2' } });
  const { manifest, config, digest } = await readImage(sourceOf(built));
  expect(digest).toBe(built.digest);
  expect(built.blobs.map(({ descriptor, bytes }) => [descriptor.mediaType, descriptor.size === bytes.length])).toEqual([
    ['application/vnd.oci.image.config.v1+json', true],
    ['application/vnd.oci.image.layer.v1.tar+gzip', true],
  ]);
  expect(manifest.annotations).toEqual({ a: '2', z: '1' });
  expect(config).toMatchObject({
    architecture: 'amd64',
    os: 'linux',
    config: {
      Labels: {
        'operators.operatorframework.io.bundle.package.v1': 'shop',
        'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
        'vendor': 'us',
      },
    },
    rootfs: { diff_ids: [digestOf(gunzipSync(built.blobs[1]?.bytes ?? Buffer.alloc(0)))] },
  });
});

test('what is built unpacks to the same files, without an issue', async () => {
  const { files, issues } = await unpackImage(await readImage(sourceOf(buildImage(bundleFilesOf('shop', entries)))));
  expect(issues).toEqual([]);
  const read = files.paths().map((path) => [path, files.read(path)?.toString('utf8')]);
  expect(new Map(read as [string, string][])).toEqual(new Map(entries));
});

test('tar reads the layer: names, modes, owners', () => {
  const layer = buildImage(bundleFilesOf('shop', entries)).blobs[1]?.bytes ?? Buffer.alloc(0);
  const words = ['-tzvf', '-', '--numeric-owner', '--utc', '--full-time'];
  const listed = execFileSync('tar', words, { input: layer, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  expect(listed.trim().replace(/ +/g, ' ').replace(/n{180}/, '<180 n>').split('\n')).toEqual([
    'drwxr-xr-x 0/0 0 1970-01-01 00:00:00 manifests/',
    '-rw-r--r-- 0/0 20 1970-01-01 00:00:00 manifests/größe.yaml',
    '-rw-r--r-- 0/0 12 1970-01-01 00:00:00 manifests/<180 n>.yaml',
    '-rw-r--r-- 0/0 28 1970-01-01 00:00:00 manifests/shop.yaml',
    'drwxr-xr-x 0/0 0 1970-01-01 00:00:00 metadata/',
    '-rw-r--r-- 0/0 264 1970-01-01 00:00:00 metadata/annotations.yaml',
  ]);
});

describe('a chart', () => {
  test('becomes what helm pulls: one folder of its name, gzip, Chart.yaml as the configuration', async () => {
    const image = await readImage(sourceOf(buildImage(bundleFilesOf('shop', chart))));
    expect(image.config).toEqual({ apiVersion: 'v2', name: 'shop', version: '1.2.3', description: 'A shop' });
    expect(image.manifest).toMatchObject({
      config: { mediaType: 'application/vnd.cncf.helm.config.v1+json' },
      layers: [{ mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip' }],
      annotations: {
        'org.opencontainers.image.title': 'shop',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.description': 'A shop',
      },
    });
    const { files } = await unpackImage(image);
    expect(files.paths()).toEqual(['Chart.yaml', 'templates/web.yaml', 'values.yaml']);
    expect(files.read('templates/web.yaml')?.length).toBe(200_000);
  });

  test('others can decompress and unpack it', () => {
    const layer = buildImage(bundleFilesOf('shop', chart)).blobs[1]?.bytes ?? Buffer.alloc(0);
    expect(gunzipSync(layer).length).toBeLessThan(layer.length);
    const listed = execFileSync('tar', ['-tzf', '-'], { input: layer, encoding: 'utf8' }).trim().split('\n');
    expect(listed).toEqual(['shop/', 'shop/Chart.yaml', 'shop/templates/', 'shop/templates/web.yaml', 'shop/values.yaml']);
  });

  test('in a folder of its own name or another: the same image', () => {
    const nested = chart.map(([path, text]) => [`anywhere/${path}`, text] as const);
    expect(buildImage(bundleFilesOf('x', nested)).digest).toBe(buildImage(bundleFilesOf('y', chart)).digest);
  });

  test('without a name or a version it cannot be pushed', async () => {
    expect((await failure(() => buildImage(bundleFilesOf('shop', [['Chart.yaml', 'name: ../x\nversion: 1.0.0']])))).code).toBe('chart-invalid');
  });
});

test('only the folders of a bundle are published, and not what stands beside them', async () => {
  const beside = [['.env', 'PASSWORD=x'], ['Dockerfile', 'FROM scratch'], ['tests/scorecard/config.yaml', '']] as const;
  const { files } = await unpackImage(await readImage(sourceOf(buildImage(bundleFilesOf('shop', [['manifests/a.yaml', ''], ...beside])))));
  expect(files.paths()).toEqual(['manifests/a.yaml', 'tests/scorecard/config.yaml']);
});

test('without files there is no image', async () => {
  expect((await failure(() => buildImage(bundleFilesOf('shop', [])))).code).toBe('bundle-empty');
});

const bundles = process.env['BOXCUTTER_BUNDLES'];
(bundles === undefined ? test.skip : test)('a real operator: built, unpacked, the same files', async () => {
  const files = bundleFilesFromDirectory(join(bundles ?? '', 'keda-2.20.1'));
  const unpacked = (await unpackImage(await readImage(sourceOf(buildImage(files))))).files;
  expect(unpacked.paths()).toEqual(files.paths().filter((path) => /^(?:manifests|metadata)\//.test(path)));
  for (const path of unpacked.paths()) expect(unpacked.read(path)?.equals(readFileSync(join(bundles ?? '', 'keda-2.20.1', path)))).toBe(true);
});
