/** Packed charts and bundles, as the tools of this machine pack them. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFilesFromArchive, bundleFilesFromDirectory } from '../../../lib/bundle';
import { openBundle } from '../../../lib/image';
import { failure } from './errors';
import { tar } from './make-tar';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-packed-'));
  mkdirSync(join(folder, 'shop', 'manifests'), { recursive: true });
  writeFileSync(join(folder, 'shop', 'manifests', 'a.yaml'), 'a');
  writeFileSync(join(folder, 'shop', 'manifests', `${'ü'.repeat(90)}.yaml`), 'long');
  writeFileSync(join(folder, 'shop', 'manifests', 'large.yaml'), 'x'.repeat(200_000));
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

const pack = (...words: readonly string[]): string => {
  const file = join(folder, 'packed.tgz');
  execFileSync('tar', ['-cf', file, '-C', folder, ...words], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  return file;
};

test.each([
  ['gnu', []],
  ['pax', []],
  ['pax', ['-z']],
  ['oldgnu', ['-z']],
])('GNU tar, format %s %s: the files of the folder', (format, words) => {
  const there = bundleFilesFromDirectory(join(folder, 'shop'));
  for (const what of [['shop'], ['-C', 'shop', '.']]) {
    const files = bundleFilesFromArchive(pack(`--format=${format}`, ...words, ...what));
    expect(files.paths()).toEqual(there.paths());
    expect(there.paths().filter((path) => files.read(path)?.equals(there.read(path) ?? Buffer.alloc(0)) !== true)).toEqual([]);
    expect(files.issues).toEqual([]);
  }
});

test.each([
  // The first byte of a size of more than 7 octal digits: such numbers are read in another way.
  ['random bytes', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167 + 131) % 256))],
  ['bytes that look like a large number where the size should be', Buffer.alloc(2048, 0xc3)],
  ['too few bytes', Buffer.from('x')],
  ['nothing', Buffer.alloc(0)],
])('%s in a file that is called an archive: it is said to be none', async (_, bytes) => {
  const file = join(folder, 'random.tar');
  writeFileSync(file, bytes);
  expect(await failure(async () => openBundle(file))).toMatchObject({ code: 'archive-damaged', message: `${file} cannot be unpacked: it is not a tar archive.` });
  expect(await failure(() => bundleFilesFromArchive(file))).toMatchObject({ code: 'archive-damaged' });
});

test('links of a real archive are followed', () => {
  symlinkSync('a.yaml', join(folder, 'shop/manifests/soft.yaml'));
  linkSync(join(folder, 'shop/manifests/a.yaml'), join(folder, 'shop/manifests/hard.yaml'));
  const files = bundleFilesFromArchive(pack('-z', 'shop'));
  expect(['a', 'soft', 'hard'].map((name) => files.read(`manifests/${name}.yaml`)?.toString())).toEqual(['a', 'a', 'a']);
});

test.each(['gnu', 'pax'])('a sparse file of a real archive is refused (%s)', async (format) => {
  truncateSync(join(folder, 'shop/manifests/a.yaml'), 10_000_000);
  const file = pack('-S', `--format=${format}`, 'shop');
  const { code, message } = await failure(() => bundleFilesFromArchive(file));
  expect({ code, what: /its entry .*/.exec(message)?.[0] }).toEqual({ code: 'archive-unsafe', what: 'its entry "shop/manifests/a.yaml" is a sparse file.' });
});

test('several folders at the top are left as they are', () => {
  const bytes = tar({ path: 'manifests/a.yaml' }, { path: 'metadata/x' });
  expect(bundleFilesFromArchive(bytes).paths()).toEqual(['manifests/a.yaml', 'metadata/x']);
  expect(bundleFilesFromArchive(tar({ path: 'manifests/a.yaml' })).paths()).toEqual(['manifests/a.yaml']);
});

test('a saved image is not taken for a bundle', async () => {
  const { code, hint } = await failure(() => bundleFilesFromArchive(gzipSync(tar({ path: 'oci-layout' }, { path: 'index.json' })), 'image.tgz'));
  expect({ code, hint }).toEqual({ code: 'archive-is-image', hint: 'boxcutter bundle pull unpacks it into a folder.' });
});

describe('what a user names is opened as what it is', () => {
  test('a folder, and a packed one', async () => {
    expect((await openBundle(join(folder, 'shop'))).files.read('manifests/a.yaml')?.toString()).toBe('a');
    const { files, image } = await openBundle(pack('-z', 'shop'));
    expect({ text: files.read('manifests/a.yaml')?.toString(), image, origin: files.origin }).toEqual({ text: 'a', image: undefined, origin: join(folder, 'packed.tgz') });
  });

  test.each([
    ['./nowhere', 'There is no file or folder ./nowhere.'],
    ['nowhere.tgz', 'There is no file or folder nowhere.tgz.'],
    ['nowhere', 'There is no file or folder nowhere.'],
    ['/no/where:tag', 'There is no file or folder /no/where:tag.'],
  ])('%s is nothing', async (text, message) => {
    expect(await failure(async () => openBundle(text))).toMatchObject({ code: 'bundle-not-found', category: 'input', message });
  });

  test('a short name may be meant for an image: the hint has its whole name', async () => {
    expect((await failure(async () => openBundle('nginx'))).hint).toBe('Check the path. An image is named with its registry: docker.io/library/nginx');
    expect((await failure(async () => openBundle('nginx:1.29'))).hint).toContain('docker.io/library/nginx:1.29');
    expect((await failure(async () => openBundle('shop.yaml'))).hint).not.toContain('docker.io');
  });

  test('what names an image, but not its registry, is refused with the reason', async () => {
    const { code, message, hint } = await failure(async () => openBundle('team/shop:v1'));
    expect({ code, message }).toEqual({ code: 'bundle-not-found', message: 'There is no file or folder team/shop:v1, and it cannot be the name of an image either.' });
    expect(hint).toContain('docker.io/team/shop:v1');
    expect((await failure(async () => openBundle('oci://team/shop'))).code).toBe('image-reference-invalid');
  });

  test('what may hold a password is not repeated', async () => {
    const { message, hint } = await failure(async () => openBundle('me:secret@registry.example/shop'));
    expect(`${message} ${hint}`).not.toContain('secret');
  });

  test('a name behind what holds no images', async () => {
    expect(await failure(async () => openBundle(`${join(folder, 'shop')}:v1`))).toMatchObject({ code: 'bundle-not-found', hint: `To open it as it is: ${join(folder, 'shop')}` });
  });

  test.each(['large.yaml', 'a.yaml'])('a file that is no archive: %s', async (name) => {
    const file = join(folder, 'shop/manifests', name);
    const { code, message } = await failure(async () => openBundle(file));
    expect({ code, message }).toEqual({ code: 'bundle-is-text', message: `${file} is not a bundle: it is a text file, not an archive.` });
  });
});
