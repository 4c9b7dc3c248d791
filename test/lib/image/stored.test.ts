/** Layouts and saved archives: written here, by others, and wrongly. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFilesOf } from '../../../lib/formats';
import { buildImage, copyOf, imageArchive, imageLayout, openBundle, readImage, unpackImage, writeArchive, writeLayout } from '../../../lib/image';
import { failure } from './errors';
import { digestOf } from './make-image';
import { type Entry, tar } from './make-tar';

const shop = (text: string) => bundleFilesOf('shop', [['manifests/shop.yaml', text], ['metadata/annotations.yaml', 'annotations: {}']]);
const one = buildImage(shop('one'));
const two = buildImage(shop('two'));

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-image-')); });
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });
const at = (name: string): string => join(folder, name);

const textIn = async (text: string) => (await openBundle(text)).files.read('manifests/shop.yaml')?.toString();

describe('layouts', () => {
  test('what is written is read again, with the same digest', async () => {
    await writeLayout(one, at('layout'));
    const image = await readImage(imageLayout(at('layout')));
    expect(image.digest).toBe(one.digest);
    expect((await unpackImage(image)).files.paths()).toEqual(['manifests/shop.yaml', 'metadata/annotations.yaml']);
    expect(readdirSync(at('layout')).sort()).toEqual(['blobs', 'index.json', 'oci-layout']);
  });

  test('images are added; a tag moves, and names one image', async () => {
    await writeLayout(one, at('layout'), { tag: 'v1' });
    await writeLayout(two, at('layout'), { tag: 'v2' });
    expect([await textIn(at('layout:v1')), await textIn(at('layout:v2')), await textIn(`${at('layout')}@${one.digest}`)]).toEqual(['one', 'two', 'one']);
    await writeLayout(two, at('layout'), { tag: 'v1' });
    expect(await textIn(at('layout:v1'))).toBe('two');
    // Both names mean the same image now, so none has to be chosen.
    expect(await textIn(at('layout'))).toBe('two');
  });

  test('one that lacks its index says so', async () => {
    await writeLayout(one, at('layout'));
    rmSync(at('layout/index.json'));
    for (const name of ['layout', 'layout:v1']) {
      expect(await failure(async () => textIn(at(name)))).toMatchObject({ code: 'image-invalid', message: expect.stringContaining('it has no index.json') });
    }
  });

  test('the same image again changes nothing', async () => {
    await writeLayout(one, at('layout'));
    const before = readFileSync(join(at('layout'), 'index.json'), 'utf8');
    await writeLayout(one, at('layout'));
    expect(readFileSync(join(at('layout'), 'index.json'), 'utf8')).toBe(before);
  });

  test('several images need a name; an unknown one is refused with those that there are', async () => {
    await writeLayout(one, at('layout'), { tag: 'v1' });
    await writeLayout(two, at('layout'), { tag: 'v2' });
    const { code, message, hint } = await failure(async () => textIn(at('layout')));
    expect({ code, message, hint }).toEqual({ code: 'image-not-found', message: `${at('layout')} holds 2 images: v1, v2.`, hint: `Choose one of them, like ${at('layout')}:v1` });
    expect(await failure(async () => textIn(at('layout:v3')))).toMatchObject({ code: 'image-not-found', hint: 'It has v1, v2.' });
  });

  test('a folder with other files does not become a layout', async () => {
    mkdirSync(at('mine'));
    writeFileSync(join(at('mine'), 'thesis.txt'), '');
    expect((await failure(async () => writeLayout(one, at('mine')))).code).toBe('image-layout-taken');
    expect(readdirSync(at('mine'))).toEqual(['thesis.txt']);
  });

  test.each([
    ['changed', Buffer.from('{"a":1}'), 'image-digest-mismatch'],
    ['gone', undefined, 'image-blob-missing'],
  ])('a blob that is %s is an error that names it', async (_what, content, code) => {
    await writeLayout(one, at('layout'));
    const layer = one.blobs[1]?.descriptor.digest ?? '';
    const path = join(at('layout'), 'blobs', layer.replace(':', '/'));
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    const error = await failure(async () => textIn(at('layout')));
    expect(error.code).toBe(code);
    expect(error.message).toContain(layer);
  });

  test('a blob of the right size and other bytes is found out', async () => {
    await writeLayout(one, at('layout'));
    const { digest = '', size = 0 } = one.blobs[1]?.descriptor ?? {};
    writeFileSync(join(at('layout'), 'blobs', digest.replace(':', '/')), Buffer.alloc(size));
    expect((await failure(async () => textIn(at('layout')))).code).toBe('image-digest-mismatch');
  });

  test('an index.json that is none', async () => {
    await writeLayout(one, at('layout'));
    for (const text of ['', '[]', '{"manifests":{}}', '{"manifests":[{"digest":"sha256:../../x","mediaType":"x","size":1}]}']) {
      writeFileSync(join(at('layout'), 'index.json'), text);
      expect((await failure(async () => textIn(at('layout')))).code).toBe('image-invalid');
    }
  });
});

describe('archives', () => {
  test('what is written is read again, plain and compressed, and is the same each time', async () => {
    await writeArchive(one, at('one.tar'), { tag: 'v1' });
    await writeArchive(one, at('again.tar'), { tag: 'v1' });
    expect(readFileSync(at('one.tar')).equals(readFileSync(at('again.tar')))).toBe(true);
    writeFileSync(at('one.tar.gz'), gzipSync(readFileSync(at('one.tar'))));
    for (const name of ['one.tar', 'one.tar:v1', 'one.tar.gz', `one.tar.gz@${one.digest}`]) {
      expect({ name, ...(await openBundle(at(name))).image }).toEqual({ name, reference: at(name), digest: one.digest });
      expect(await textIn(at(name))).toBe('one');
    }
  });

  test('tar lists and unpacks what is written', async () => {
    await writeArchive(one, at('one.tar'));
    const blobs = [...one.blobs, one.manifest].map(({ descriptor }) => `blobs/sha256/${descriptor.digest.slice(7)}`);
    const listed = execFileSync('tar', ['-tf', at('one.tar')], { encoding: 'utf8' }).trim().split('\n');
    expect(listed).toEqual(['blobs/', 'blobs/sha256/', ...blobs.sort(), 'index.json', 'oci-layout']);
    mkdirSync(at('layout'));
    execFileSync('tar', ['-xf', at('one.tar'), '-C', at('layout')]);
    expect(await textIn(at('layout'))).toBe('one');
  });

  describe('as docker save wrote them before it used layouts', () => {
    const layer = tar({ path: 'manifests/shop.yaml', content: 'saved' });
    const config = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs: { type: 'layers', diff_ids: [digestOf(layer), digestOf(layer)] } }));
    const configPath = `${digestOf(config).slice(7)}.json`;
    const saved = (layers: readonly Entry[], paths: readonly string[], tags = ['team/shop:v1']): Buffer =>
      tar({ path: configPath, content: config }, ...layers, { path: 'manifest.json', content: JSON.stringify([{ Config: configPath, RepoTags: tags, Layers: paths }]) });
    const layers: readonly Entry[] = [{ path: 'one/layer.tar', content: layer }, { path: 'two/layer.tar', type: 'SymbolicLink', target: '../one/layer.tar' }];
    const paths = ['one/layer.tar', 'two/layer.tar'];

    test('are read, also with links to layers that are the same', async () => {
      writeFileSync(at('saved.tar'), saved(layers, paths));
      writeFileSync(at('saved.tgz'), gzipSync(saved(layers, paths)));
      for (const name of ['saved.tar', 'saved.tgz', 'saved.tar:v1', 'saved.tar:team/shop:v1']) expect(await textIn(at(name))).toBe('saved');
      const source = await imageArchive(at('saved.tar'));
      // The configuration and one layer, which stands there twice.
      expect((await copyOf(source, await readImage(source))).blobs.map(({ bytes }) => bytes.length)).toEqual([config.length, layer.length]);
    });

    test('of several, those that were not asked for are not looked at, whatever is the matter with them', async () => {
      const list = [['missing/layer.tar'], ['one/layer.tar']].map((own, index) => ({ Config: configPath, RepoTags: [`team/shop:v${index}`], Layers: own }));
      writeFileSync(at('two.tar'), tar({ path: configPath, content: config }, { path: 'one/layer.tar', content: layer }, { path: 'manifest.json', content: JSON.stringify(list) }));
      const source = await imageArchive(at('two.tar'));
      expect((await copyOf(source, await readImage(source, 'v1'))).blobs.map(({ bytes }) => bytes.length)).toEqual([config.length, layer.length]);
    });

    test('a layer that is not the one in the configuration is damaged', async () => {
      writeFileSync(at('saved.tar'), saved([{ path: 'one/layer.tar', content: tar({ path: 'manifests/shop.yaml', content: 'other' }) }], ['one/layer.tar']));
      expect((await failure(async () => textIn(at('saved.tar')))).code).toBe('image-digest-mismatch');
    });

    test('a layer that is missing, or outside', async () => {
      for (const target of ['../missing', '../../../etc/passwd', '/etc/passwd']) {
        writeFileSync(at('saved.tar'), saved([{ path: 'one/layer.tar', type: 'SymbolicLink', target }], ['one/layer.tar']));
        expect((await failure(async () => textIn(at('saved.tar')))).code).toBe('image-blob-missing');
      }
    });

    test('an unknown name is refused with those that there are', async () => {
      writeFileSync(at('saved.tar'), saved(layers, paths));
      expect(await failure(async () => textIn(at('saved.tar:v2')))).toMatchObject({ code: 'image-not-found', hint: 'It has team/shop:v1.' });
    });
  });

  test.each(['gnu', 'pax', 'ustar'])('a layout that tar packed (%s), plain and compressed', async (format) => {
    await writeLayout(one, at('layout'), { tag: 'v1' });
    for (const [name, ...words] of [['plain.tar'], ['packed.tgz', '-z']] as const) {
      execFileSync('tar', ['-cf', at(name), `--format=${format}`, ...words, '-C', at('layout'), '.']);
      expect((await openBundle(at(`${name}:v1`))).image?.digest).toBe(one.digest);
    }
  });

  test('as go-containerregistry writes them: named by digest, layers compressed', async () => {
    const layer = gzipSync(tar({ path: 'manifests/shop.yaml', content: 'saved' }));
    const config = Buffer.from(JSON.stringify({ rootfs: { type: 'layers', diff_ids: [digestOf(Buffer.from('uncompressed'))] } }));
    const layerPath = `${digestOf(layer).slice(7)}.tar.gz`;
    const list = JSON.stringify([{ Config: digestOf(config), RepoTags: null, Layers: [layerPath] }]);
    writeFileSync(at('crane.tar'), tar({ path: digestOf(config), content: config }, { path: layerPath, content: layer }, { path: 'manifest.json', content: list }));
    expect(await textIn(at('crane.tar'))).toBe('saved');
  });

  test('cut off anywhere: an error, and never another image', async () => {
    await writeArchive(one, at('one.tar'));
    const whole = readFileSync(at('one.tar'));
    for (let cut = 0; cut < whole.length - 1024; cut += 257) {
      writeFileSync(at('cut.tar'), whole.subarray(0, cut));
      expect((await failure(async () => textIn(at('cut.tar')))).code).toBe('archive-damaged');
    }
  });

  test('an entry larger than the archive', async () => {
    writeFileSync(at('x.tar'), tar({ path: 'index.json', size: 8 * 1024 ** 3 - 1 }));
    expect((await failure(async () => textIn(at('x.tar')))).code).toBe('archive-damaged');
  });

  test('a large layer is not read to find out what the archive holds', async () => {
    writeFileSync(at('big.tar'), tar({ path: 'layer.tar', content: Buffer.alloc(64 * 1024 * 1024) }, { path: 'manifest.json', content: '[]' }));
    const before = process.memoryUsage().arrayBuffers;
    const source = await imageArchive(at('big.tar'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect((await failure(async () => readImage(source))).message).toBe(`${at('big.tar')} holds 0 images.`);
  });
});
