/** Archives and images that are damaged, or made to do harm: one clear error, and no more read or kept than the limits allow. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, createGzip, gzipSync } from 'node:zlib';
import { bundleFilesFromArchive, findingsOf, readBundle } from '../../../lib/bundle';
import { ARCHIVE_LIMITS } from '../../../lib/formats/archive';
import { isBoxcutterError } from '../../../lib/errors';
import { indexArchive } from '../../../lib/image/archive-index';
import { copyOf } from '../../../lib/image/copy';
import { IMAGE_LIMITS } from '../../../lib/image/limits';
import { readImage } from '../../../lib/image/read-image';
import { unpackImage } from '../../../lib/image/unpack';
import { failure } from './errors';
import { MemorySource, OCI, sourceOf } from './make-image';
import { type Entry, END, pax, rawEntry, tar } from './make-tar';

const MIB = 1024 * 1024;

async function unpack(...layers: readonly Buffer[]): ReturnType<typeof unpackImage> {
  return unpackImage(await readImage(sourceOf(layers)));
}

const asBundle = (bytes: Buffer) => bundleFilesFromArchive(bytes, 'shop.tgz');

describe('entries that no bundle needs are refused, in images and in packed bundles', () => {
  const cases: readonly (readonly [what: string, archive: Buffer, message: string])[] = [
    ['an absolute path', tar({ path: '/etc/passwd', content: 'x' }), 'its entry "/etc/passwd" has an absolute path.'],
    ['a path that climbs', tar({ path: 'manifests/../../x', content: 'x' }), 'its entry "manifests/../../x" leaves the folder.'],
    ['a path that climbs, in an extended header', tar(pax({ path: '../x' }), { path: 'fine', content: 'x' }), 'its entry "../x" leaves the folder.'],
    ['a device', tar({ path: 'null', type: 'CharacterDevice' }), 'its entry "null" is a device.'],
    ['a disk', tar({ path: 'sda', type: 'BlockDevice' }), 'its entry "sda" is a device.'],
    ['a named pipe', tar({ path: 'pipe', type: 'FIFO' }), 'its entry "pipe" is a named pipe.'],
    ['a sparse file of old GNU tar', tar({ path: 'sparse', type: 'SparseFile' }), 'its entry "sparse" is a sparse file.'],
    ['a sparse file of GNU tar', tar(pax({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'big' }), { path: 'GNUSparseFile.0/big', content: 'x' }), 'its entry "big" is a sparse file.'],
    ['a hard link to what is outside', tar({ path: 'x', type: 'Link', target: '../../etc/passwd' }), 'its entry "x" is a link that leaves the folder.'],
    ['a path through a link', tar({ path: 'manifests', type: 'SymbolicLink', target: '/etc' }, { path: 'manifests/passwd', content: 'x' }), 'its entry "manifests" passes through a link.'],
    ['control characters in a name', tar({ path: 'a\u001b[2Jb', content: 'x' }), String.raw`its entry "a\u001b[2Jb" has a control character or a backslash in its name.`],
    ['backslashes in a name', tar({ path: String.raw`..\..\x`, content: 'x' }), String.raw`its entry "..\\..\\x" has a control character or a backslash in its name.`],
    ['a very long path', tar(pax({ path: 'x'.repeat(5000) }), { path: 'x', content: '' }), `its entry "${'x'.repeat(119)}…" has a path of more than 1024 characters.`],
    ['a very deep path', tar(pax({ path: 'd/'.repeat(100) + 'x' }), { path: 'x', content: '' }), `its entry "${'d/'.repeat(60).slice(0, 119)}…" is more than 64 folders deep.`],
    ['a link of a quarter of a megabyte', tar(pax({ linkpath: 'x'.repeat(250_000) }), { path: 'x', type: 'SymbolicLink', target: 'y' }), 'its entry "x" is a link of more than 1024 characters.'],
  ];
  test.each(cases)('%s', async (_what, archive, message) => {
    const image = await failure(async () => unpack(archive));
    const packed = await failure(() => asBundle(archive));
    expect([image.code, packed.code]).toEqual(['archive-unsafe', 'archive-unsafe']);
    expect(image.message).toBe(`registry.test/team/shop:v1 is not unpacked: ${message}`);
    expect(packed.message).toBe(`shop.tgz is not unpacked: ${message}`);
  });
});

describe('links', () => {
  const file = { path: 'manifests/a.yaml', content: 'a' };
  const link = (target: string, path = 'manifests/link.yaml'): Entry => ({ path, type: 'SymbolicLink', target });
  const read = async (...entries: readonly Entry[]) => {
    const { files, issues } = await unpack(tar(...entries));
    return { files: files.paths(), findings: findingsOf(issues).map(({ code, message }) => `${code}: ${message}`), text: files.read('manifests/link.yaml')?.toString() };
  };

  test('to a file of the tree are followed, also over other links and folders', async () => {
    expect(await read(file, link('a.yaml'))).toEqual({ files: ['manifests/a.yaml', 'manifests/link.yaml'], findings: [], text: 'a' });
    expect(await read(file, link('../x/b'), link('../x/../y', 'x/b'), link('manifests/a.yaml', 'y'))).toMatchObject({ findings: [], text: 'a' });
  });

  test('hard links are the file itself', async () => {
    expect(await read(file, { path: 'manifests/link.yaml', type: 'Link', target: 'manifests/a.yaml' })).toMatchObject({ findings: [], text: 'a' });
  });

  test.each([
    ['/etc/passwd', 'link-outside: the link leaves the folder'],
    ['../../etc/passwd', 'link-outside: the link leaves the folder'],
    ['nowhere', 'broken-link: the link leads nowhere'],
    ['a.yaml/below', 'broken-link: the link leads nowhere'],
    ['../manifests', 'link-to-folder: the link leads to a folder'],
    ['link.yaml', 'broken-link: the link leads in circles'],
  ])('to %s: a finding, and no file', async (target, finding) => {
    expect(await read(file, link(target))).toEqual({ files: ['manifests/a.yaml'], findings: [finding], text: undefined });
  });

  test('in a circle over several: each is a finding', async () => {
    expect((await read(link('two', 'one'), link('three', 'two'), link('one', 'three'))).findings).toEqual(Array(3).fill('broken-link: the link leads in circles'));
  });

  test('hard links to what is not there, or only later, lead nowhere', async () => {
    expect((await read({ path: 'x', type: 'Link', target: 'y' }, { path: 'y', content: '' })).findings).toEqual(['broken-link: the link leads nowhere']);
  });

  test('a link that cannot be followed keeps the bundle from being read', async () => {
    const { files } = await unpack(tar({ path: 'manifests/a.yaml', content: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' }, link('/etc/passwd')));
    expect(readBundle(files)).toMatchObject({ findings: [{ code: 'link-outside', origin: 'manifests/link.yaml' }] });
  });

  test('many links to one large file count as what they lead to', async () => {
    const large = rawEntry({ path: 'large', content: Buffer.alloc(60 * MIB, 'x') });
    const hard = Array.from({ length: 10 }, (_, index) => rawEntry({ path: `h${index}`, type: 'Link', target: 'large' }));
    const soft = Array.from({ length: 10 }, (_, index) => rawEntry({ path: `s${index}`, type: 'SymbolicLink', target: 'large' }));
    for (const links of [hard, soft]) {
      expect(await failure(async () => unpack(tar(large, ...links)))).toMatchObject({ code: 'archive-too-large', details: { limit: ARCHIVE_LIMITS.total, counted: 300 * MIB } });
    }
  });
});

describe('more than a bundle may have', () => {
  test('a file whose header announces more than the limit is refused before its content is read', async () => {
    const { code, message, details } = await failure(async () => unpack(Buffer.concat([rawEntry({ path: 'x', size: 8 * 1024 ** 3 - 1 }), END])));
    expect({ code, message }).toEqual({ code: 'archive-too-large', message: 'registry.test/team/shop:v1 is not unpacked: its file "x" has more than 64 MiB.' });
    expect(details).toMatchObject({ limit: 64 * MIB });
  });

  test('too many files, also when the name is always the same', async () => {
    const entry = rawEntry({ path: 'x' });
    const archive = Buffer.concat([...Array.from({ length: ARCHIVE_LIMITS.files + 5 }, () => entry), END]);
    expect(await failure(async () => unpack(archive))).toMatchObject({ code: 'archive-too-large', details: { limit: 10_000, counted: 10_001 } });
  });

  test('the same file again and again, over many layers', async () => {
    const source = new MemorySource();
    const layer = source.put(tar({ path: 'x', content: Buffer.alloc(50 * MIB, 'x') }), OCI.layer);
    const image = await readImage(source.name(source.putImage(Array<typeof layer>(7).fill(layer))));
    const error = await failure(async () => unpackImage(image));
    expect(error.details).toMatchObject({ limit: ARCHIVE_LIMITS.total, counted: 300 * MIB });
  });

  test('folders that stand nowhere by themselves: entries that are each 60 deep', async () => {
    const entries = Array.from({ length: 3400 }, (_, index) => [pax({ path: `${index}/`.repeat(60) }), rawEntry({ path: 'd', type: 'Directory' })]).flat();
    const { details } = await failure(async () => unpack(Buffer.concat([...entries, END])));
    expect(details).toMatchObject({ limit: ARCHIVE_LIMITS.entries, counted: ARCHIVE_LIMITS.entries + 1 });
  });

  test('an extended header of a megabyte', async () => {
    expect(await failure(async () => unpack(tar(pax({ path: 'x'.repeat(MIB) }), { path: 'x' })))).toMatchObject({ code: 'archive-too-large', details: { limit: ARCHIVE_LIMITS.header } });
  });
});

describe('bombs end at the limit', () => {
  const PIECE = 64 * MIB;

  /** A compressor that gives what comes of each piece. After a piece it remembers nothing, so the same piece always becomes the same. */
  function pieceByPiece(): { compressed(bytes: Buffer): Promise<Buffer>; end(): void } {
    const parts: Buffer[] = [];
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    gzip.on('data', (part: Buffer) => parts.push(part));
    return {
      compressed: async (bytes) => {
        parts.length = 0;
        gzip.write(bytes);
        await new Promise<void>((resolve) => void gzip.flush(constants.Z_FULL_FLUSH, resolve));
        return Buffer.concat(parts);
      },
      end: () => void gzip.destroy(),
    };
  }

  /** Ten gigabytes of zeros as content of one file, as one would send them: 10 MB compressed. Made of the same piece, over and over. */
  const bomb = async (gigabytes: number, first: Buffer): Promise<Buffer> => {
    const { compressed, end } = pieceByPiece();
    const head = await compressed(first);
    const zeros = await compressed(Buffer.alloc(PIECE));
    end();
    return Buffer.concat([head, ...Array.from({ length: gigabytes * 16 }, () => zeros)]);
  };

  test('10 GB of zeros in a file that would not even be kept', async () => {
    const layer = await bomb(10, rawEntry({ path: 'usr/bin/x', size: 8 * 1024 ** 3 - 1 }));
    const labels = { 'operators.operatorframework.io.bundle.manifests.v1': 'manifests/' };
    const image = await readImage(sourceOf([layer], { labels }));
    const outcome = await unpackImage(image).then(() => 'unpacked', (error: unknown) => error);
    expect(layer.length).toBeLessThan(64 * MIB);
    expect(outcome).toMatchObject({ code: 'archive-too-large' });
    const { limit, counted } = (outcome as { readonly details: { readonly limit: number; readonly counted: number } }).details;
    expect(limit).toBeLessThanOrEqual(ARCHIVE_LIMITS.unpacked);
    expect(counted - limit).toBeLessThanOrEqual(64 * 1024);
  });

  test('10 GB behind the end of the archive are not looked at', async () => {
    const { files } = await unpack(await bomb(10, tar({ path: 'manifests/a.yaml', content: 'a' })));
    expect(files.paths()).toEqual(['manifests/a.yaml']);
  });

  test('a packed chart: nothing beyond the limit is ever made', async () => {
    const { code, message, details } = await failure(() => asBundle(gzipSync(Buffer.alloc(20 * MIB))));
    expect({ code, message }).toEqual({ code: 'archive-too-large', message: 'shop.tgz is not unpacked: it unpacks to more than 16 MiB, 200 times what it has compressed.' });
    expect(details).toMatchObject({ limit: 16 * MIB, counted: 16 * MIB });
  });

  test('a packed chart of which the ratio is none: no more is made than its files may have', async () => {
    const { compressed, end } = pieceByPiece();
    const parts = [await compressed(rawEntry({ path: 'noise', content: randomBytes(2 * MIB) }))];
    const zeros = await compressed(Buffer.alloc(60 * MIB));
    for (let index = 0; index < 6; index += 1) parts.push(await compressed(rawEntry({ path: `${index}`, size: 60 * MIB })), zeros);
    end();
    const { message, details } = await failure(() => asBundle(Buffer.concat(parts)));
    expect(message).toBe('shop.tgz is not unpacked: it unpacks to more than 288 MiB.');
    expect(details).toMatchObject({ limit: 288 * MIB });
  });

  test('real manifests are far from the ratio', () => {
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  key: value\n---\n';
    const files = asBundle(gzipSync(tar({ path: 'manifests/a.yaml', content: manifest.repeat(60_000) })));
    expect(files.read('manifests/a.yaml')?.length).toBe(manifest.length * 60_000);
  });
});

describe('damaged archives', () => {
  const whole = tar(...Array.from({ length: 6 }, (_, index) => ({ path: `manifests/${index}.yaml`, content: `${index}`.repeat(700 * index) })));
  const packed = gzipSync(whole);
  const offsets = (length: number): readonly number[] => Array.from({ length: 300 }, (_, index) => Math.floor((index * length) / 300));

  /** What comes of it: an error of ours, or the files. */
  const outcome = (action: () => { paths(): readonly string[] }): string => {
    try {
      return action().paths().join();
    } catch (error) {
      if (!isBoxcutterError(error)) throw error;
      return error.code;
    }
  };

  test('cut off anywhere, compressed or not, a packed bundle is an error and never some of its files', () => {
    const end = whole.length - END.length;
    expect(new Set(offsets(packed.length).map((at) => outcome(() => asBundle(packed.subarray(0, at)))))).toEqual(new Set(['archive-damaged']));
    expect(new Set(offsets(end).map((at) => outcome(() => asBundle(whole.subarray(0, at)))))).toEqual(new Set(['archive-damaged']));
  });

  test('cut off anywhere, a compressed layer is an error, unless all of it has been read: what is behind the end nobody needs', async () => {
    for (const at of offsets(packed.length)) {
      const read = await unpack(packed.subarray(0, at)).then(({ files }) => files.paths().join(), (error: unknown) => error);
      if (typeof read === 'string') expect(read).toBe(asBundle(packed).paths().join());
      else expect(read).toMatchObject({ code: 'archive-damaged' });
      if (at < packed.length - 64) expect(read).toMatchObject({ code: 'archive-damaged' });
    }
  });

  test('with any byte of the compressed data changed: an error, or what the check sum does not cover', () => {
    const all = asBundle(packed).paths().join();
    const outcomes = offsets(packed.length).map((at) => {
      const changed = Buffer.from(packed);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x55, at);
      return { at, is: outcome(() => asBundle(changed)) };
    });
    // The first ten bytes are the header of gzip: time, system and flags, of which nobody needs to know.
    expect(outcomes.filter(({ at, is }) => is !== 'archive-damaged' && is !== 'archive-too-large' && (at >= 10 || is !== all))).toEqual([]);
  });

  test('with any byte of a header changed: an error, as the header has a check sum', () => {
    const first = rawEntry({ path: 'manifests/a.yaml', content: 'x' });
    // Up to the prefix: what is empty behind is covered, too.
    const headers = Array.from({ length: 345 }, (_, at) => {
      const changed = Buffer.from(Buffer.concat([first, END]));
      changed.writeUInt8(changed.readUInt8(at) ^ 0x01, at);
      return { at, is: outcome(() => asBundle(changed)) };
    });
    // The check sum itself is written in digits, of which the last, a space, has no meaning.
    expect(headers.filter(({ at, is }) => is !== 'archive-damaged' && at !== 155 && at !== 154)).toEqual([]);
  });

  test.each(['0x10', '1.5', '1e1', '-1', 'Infinity', ''])('a size of %j, which others would read in another way, is refused wherever archives are read', async (size) => {
    const archive = tar(pax({ size }), { path: 'manifests/a.yaml', content: 'a' }, { path: 'manifests/b.yaml', content: 'b' });
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-size-'));
    try {
      writeFileSync(join(folder, 'a.tar'), archive);
      const errors = [await failure(() => asBundle(archive)), await failure(async () => unpack(archive)), await failure(async () => indexArchive(join(folder, 'a.tar')))];
      expect(errors.map(({ code }) => code)).toEqual(Array(3).fill('archive-damaged'));
      expect(errors[0]?.message).toBe('shop.tgz cannot be unpacked: a header in it has a size that is not a number.');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('apiVersion: v1\n'.repeat(100))],
    ['a text that gzip has compressed', gzipSync(Buffer.from('x'.repeat(5000)))],
    ['the beginning of gzip', Buffer.from([0x1f, 0x8b])],
  ])('%s is no archive', async (_what, bytes) => {
    expect((await failure(() => asBundle(bytes))).code).toBe('archive-damaged');
    expect((await failure(async () => unpack(bytes))).code).toBe('archive-damaged');
  });
});

describe('images that are not what they say', () => {
  const config = (source: MemorySource) => source.putJson({}, OCI.config);
  const named = (document: object): MemorySource => {
    const source = new MemorySource();
    config(source);
    return source.name(source.putJson(document, OCI.manifest));
  };
  const descriptor = { mediaType: OCI.layer, digest: `sha256:${'a'.repeat(64)}`, size: 1 };

  test.each<readonly [string, object, string, string]>([
    ['schema 1', { schemaVersion: 1, fsLayers: [] }, 'image-format-old', 'is an image in the old format schema 1, which boxcutter does not read'],
    ['no layers', { schemaVersion: 2, config: descriptor }, 'image-invalid', 'layers is not a list'],
    ['no configuration', { schemaVersion: 2, layers: [] }, 'image-invalid', 'config is missing'],
    ['a digest that is a path', { schemaVersion: 2, config: descriptor, layers: [{ ...descriptor, digest: 'sha256:../../../etc/passwd' }] }, 'image-invalid', 'layers[0].digest is not a sha256 or sha512 digest'],
    ['a negative size', { schemaVersion: 2, config: descriptor, layers: [{ ...descriptor, size: -1 }] }, 'image-invalid', 'layers[0].size is not a number of bytes'],
    ['both a manifest and an index', { schemaVersion: 2, manifests: [], config: descriptor, layers: [] }, 'image-invalid', 'both a manifest and an index'],
    ['too many layers', { schemaVersion: 2, config: descriptor, layers: Array(129).fill(descriptor) }, 'image-invalid', 'more than 128 layers'],
  ])('%s', async (_what, document, code, words) => {
    const error = await failure(async () => readImage(named(document)));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test('a layer or configuration that announces too much is not asked for', async () => {
    const source = new MemorySource();
    const layer = { ...descriptor, size: IMAGE_LIMITS.layer + 1 };
    const image = await readImage(source.name(source.putImage([layer])));
    expect(await failure(async () => unpackImage(image))).toMatchObject({ code: 'image-too-large', details: { limit: IMAGE_LIMITS.layer } });
    expect(source.asked).not.toContain(layer.digest);
    const huge = { ...descriptor, mediaType: OCI.config, size: IMAGE_LIMITS.config + 1 };
    expect((await failure(async () => readImage(named({ schemaVersion: 2, config: huge, layers: [] })))).code).toBe('image-too-large');
  });

  test('a copy is held in memory: one that announces too much altogether is not begun', async () => {
    const source = new MemorySource();
    const layers = Array.from({ length: 5 }, (_, index) => ({ ...descriptor, digest: `sha256:${`${index}`.repeat(64)}`, size: IMAGE_LIMITS.layer }));
    const image = await readImage(source.name(source.putImage(layers)));
    expect(await failure(async () => copyOf(source, image))).toMatchObject({ code: 'image-too-large', details: { limit: IMAGE_LIMITS.copy } });
    expect(source.asked.filter((digest) => layers.some((layer) => layer.digest === digest))).toEqual([]);
  });

  test('indexes within indexes end at the fourth', async () => {
    const source = new MemorySource();
    let inner = source.putImage([END]);
    for (let depth = 0; depth < 6; depth++) inner = source.putJson({ schemaVersion: 2, mediaType: OCI.index, manifests: [inner] }, OCI.index);
    expect((await failure(async () => readImage(source.name(inner)))).message).toContain('nested more than 4 deep');
  });

  test('a source that gives an index for itself is found out', async () => {
    const source = new MemorySource();
    const image = source.putImage([END]);
    const index = source.putJson({ schemaVersion: 2, mediaType: OCI.index, manifests: [image] }, OCI.index);
    source.name(index);
    const loop: MemorySource = Object.assign(Object.create(source) as MemorySource, { manifest: async () => source.manifest(undefined) });
    expect((await failure(async () => readImage(loop))).message).toContain(`came instead of ${image.digest}`);
  });
});
