/** What a user may name as a catalog, and what comes of it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CatalogContent, catalogOf } from '../../../../lib/catalog';
import { removeAbandoned } from '../../../../lib/catalog-store/client/server-catalog';
import { openCatalog, type OpenedCatalog } from '../../../../lib/catalog-store/open/open-catalog';
import { catalogNamed } from '../../../../lib/catalog-store/open/named-catalog';
import { CatalogStore } from '../../../../lib/catalog-store/store/store';
import type { BuiltImage } from '../../../../lib/image/image';
import { writeArchive } from '../../../../lib/image/archive';
import { writeLayout } from '../../../../lib/image/layout';
import { failure } from '../../image/errors';
import { digestOf, OCI } from '../../image/make-image';
import { type Entry, tar } from '../../image/make-tar';
import { KEDA, KIALI, textOf } from '../metas';

let home: string;
let store: CatalogStore;
const opened: OpenedCatalog[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-open-'));
  store = new CatalogStore({ directory: join(home, 'store') });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  rmSync(home, { recursive: true });
});

async function open(named: string): Promise<OpenedCatalog> {
  const one = await openCatalog(named, { store });
  opened.push(one);
  return one;
}

const namesIn = (content: CatalogContent): readonly string[] => [...catalogOf(content).packages.keys()];
const at = (name: string): string => join(home, name);

const LABEL = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
const YAML = 'schema: olm.package\nname: keda\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: keda\nname: stable\nentries: [{name: keda.v1}]\n';

function imageOf(layers: readonly Buffer[], labels: Readonly<Record<string, string>> = LABEL): BuiltImage {
  const part = (mediaType: string, bytes: Buffer) => ({ descriptor: { mediaType, digest: digestOf(bytes), size: bytes.length }, bytes });
  const config = part(OCI.config, Buffer.from(JSON.stringify({ os: 'linux', architecture: 'amd64', config: { Labels: labels } })));
  const blobs = layers.map((layer) => part(OCI.layer, layer));
  const document = { schemaVersion: 2, mediaType: OCI.manifest, config: config.descriptor, layers: blobs.map(({ descriptor }) => descriptor) };
  const manifest = part(OCI.manifest, Buffer.from(JSON.stringify(document)));
  return { digest: manifest.descriptor.digest, manifest, blobs: [config, ...blobs] };
}

async function layout(entries: readonly Entry[], labels = LABEL as Readonly<Record<string, string>>): Promise<string> {
  await writeLayout(imageOf([tar(...entries)], labels), at('layout'), { tag: 'v1' });
  return at('layout');
}

test('a catalog that another one has taken the place of is not kept for ever', async () => {
  const contents = join(store.directory, 'contents');
  const place = await layout([{ path: 'configs/a.json', content: textOf(KEDA) }]);
  await open(`${place}:v1`);
  const [before = ''] = readdirSync(contents);
  // What has just been written may be about to be named by another process.
  utimesSync(join(contents, before), 1, 1);
  await layout([{ path: 'configs/a.json', content: textOf(KIALI) }]);
  expect(namesIn((await open(`${place}:v1`)).loaded.content)).toEqual(['kiali']);
  expect(readdirSync(contents)).toHaveLength(1);
  expect(readdirSync(contents)).not.toContain(before);
});

test('what a killed download left is removed by the next one, and nothing else', async () => {
  for (const name of ['boxcutter-catalog-old', 'boxcutter-catalog-new', 'boxcutter-other']) mkdirSync(at(`tmp/${name}`), { recursive: true });
  for (const name of ['boxcutter-catalog-old', 'boxcutter-other']) utimesSync(at(`tmp/${name}`), 1, 1);
  symlinkSync(at('store'), at('tmp/boxcutter-catalog-link'));
  await removeAbandoned(at('tmp'));
  expect(readdirSync(at('tmp')).sort()).toEqual(['boxcutter-catalog-link', 'boxcutter-catalog-new', 'boxcutter-other']);
  await removeAbandoned(at('nowhere'));
});

describe('on this machine', () => {
  test('a folder', async () => {
    mkdirSync(at('shop/keda'), { recursive: true });
    writeFileSync(at('shop/keda/catalog.yaml'), YAML);
    writeFileSync(at('shop/kiali.json'), textOf(KIALI));
    const { name, digest, loaded } = await open(at('shop'));
    expect([name, digest, namesIn(loaded.content), loaded.issues]).toEqual(['shop', undefined, ['keda', 'kiali'], []]);
    expect(readdirSync(home)).toEqual(['shop']);
  });

  test('a single file', async () => {
    writeFileSync(at('keda.yaml'), YAML);
    const { name, loaded } = await open(at('keda.yaml'));
    expect([name, namesIn(loaded.content)]).toEqual(['keda', ['keda']]);
  });

  test('an archive of a folder, compressed or not', async () => {
    const archive = tar({ path: 'shop/keda.yaml', content: YAML }, { path: 'shop/kiali.json', content: textOf(KIALI) });
    writeFileSync(at('shop.tar'), archive);
    writeFileSync(at('shop.tgz'), gzipSync(archive));
    for (const file of ['shop.tar', 'shop.tgz']) expect(namesIn((await open(at(file))).loaded.content)).toEqual(['keda', 'kiali']);
  });

  test('an image layout, whose labelled folder alone is read', async () => {
    const { name, digest, loaded } = await open(await layout([
      { path: 'configs/keda/catalog.yaml', content: YAML }, { path: 'bin/opm', content: 'no catalog' }, { path: 'tmp/cache/x.json', content: '{' },
    ]));
    expect([name, namesIn(loaded.content), loaded.issues]).toEqual(['layout', ['keda'], []]);
    expect(digest).toMatch(/^sha256:/);
  });

  test('a saved image, with its tag', async () => {
    await writeArchive(imageOf([tar({ path: 'configs/keda.yaml', content: YAML })]), at('shop.tar'), { tag: 'v1' });
    expect(namesIn((await open(`${at('shop.tar')}:v1`)).loaded.content)).toEqual(['keda']);
  });
});

describe('what is kept of an image', () => {
  test('is opened from the store the next time, to the same, whose blobs name the files of the publisher', async () => {
    const named = await layout([{ path: 'configs/keda/catalog.yaml', content: YAML }, { path: 'configs/kiali.json', content: textOf(KIALI) }]);
    const [first, second] = [await open(named), await open(named)];
    expect(second).toMatchObject({ name: first.name, digest: first.digest });
    expect(second.loaded.content).toEqual(first.loaded.content);
    const [channel] = second.loaded.content.channels;
    expect(channel?.place).toMatchObject({ file: 'keda/catalog.yaml', document: 2, line: 5 });
    for (const { loaded } of [first, second]) {
      const [bundle] = loaded.content.bundles;
      expect(bundle === undefined ? undefined : await loaded.read(bundle.place)).toEqual(KIALI[2]);
    }
  });

  test('is nothing where its catalog cannot be read: all mistakes are named, with file and line', async () => {
    const named = await layout([{ path: 'configs/good.json', content: textOf(KEDA) }, { path: 'configs/bad.yaml', content: 'schema: [' }, { path: 'configs/worse.json', content: '{"name":"x"}' }]);
    const { loaded } = await open(named);
    expect(loaded.issues.map(({ origin }) => origin?.source).sort()).toEqual(['bad.yaml', 'worse.json']);
    expect(namesIn(loaded.content)).toEqual(['keda']);
    expect(readdirSync(join(home, 'store', 'contents'))).toEqual([]);
  });
});

describe('an image that is no catalog', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp, RegExp]>([
    ['without labels', {}, /the catalog image is missing the required label "operators.operatorframework.io.index.configs.v1"/, /Name the image of a catalog/],
    ['of a bundle', { 'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1' }, /missing the required label/, /image of a bundle/],
    ['of the old form', { 'operators.operatorframework.io.index.database.v1': '/database/index.db' }, /a SQLite database, which boxcutter does not read/, /opm migrate/],
    ['whose label leads out of it', { 'operators.operatorframework.io.index.configs.v1': '/../etc' }, /leads out of the image/, /who made it/],
  ])('%s is refused with what to do', async (_, labels, message, hint) => {
    const error = await failure(async () => open(await layout([{ path: 'configs/keda.yaml', content: YAML }], labels)));
    expect(error).toMatchObject({ code: 'image-not-a-catalog', category: 'input' });
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  test('a path in a layer that leaves its folder is refused', async () => {
    expect(await failure(async () => open(await layout([{ path: '../configs/x.yaml', content: YAML }])))).toMatchObject({ code: 'archive-unsafe' });
  });

  test('a link that leads out of the catalog is refused by its name', async () => {
    const error = await failure(async () => open(await layout([
      { path: 'etc/passwd', content: 'secret' }, { path: 'configs/x.yaml', type: 'SymbolicLink', target: '../etc/passwd' },
    ])));
    expect([error.code, error.message]).toEqual(['archive-unsafe', expect.stringContaining('"configs/x.yaml" is a link that cannot be followed')]);
  });

  test('a device within the catalog is refused; beside it nobody looks', async () => {
    expect((await open(await layout([{ path: 'dev/null', type: 'CharacterDevice' }, { path: 'configs/keda.yaml', content: YAML }]))).name).toBe('layout');
    rmSync(at('layout'), { recursive: true });
    expect(await failure(async () => open(await layout([{ path: 'configs/null', type: 'CharacterDevice' }])))).toMatchObject({ code: 'archive-unsafe' });
  });

  test('a layer that unpacks to gigabytes of nothing is stopped on the way', async () => {
    const bomb = gzipSync(Buffer.concat([tar({ path: 'configs/keda.yaml', content: YAML }).subarray(0, -1024), tar({ path: 'x', content: Buffer.alloc(40 * 1024 * 1024) })]));
    const image = imageOf([bomb]);
    await writeLayout(image, at('layout'), { tag: 'v1' });
    expect(await failure(() => open(at('layout')))).toMatchObject({ code: 'archive-too-large' });
  });

  test('a layer that was changed on the disk is refused', async () => {
    const image = imageOf([tar({ path: 'configs/keda.yaml', content: YAML })]);
    await writeLayout(image, at('layout'), { tag: 'v1' });
    const [, layer] = image.blobs;
    const bytes = Buffer.from(layer?.bytes ?? '');
    bytes[600] = 0x21;
    writeFileSync(join(at('layout'), 'blobs', 'sha256', layer?.descriptor.digest.slice('sha256:'.length) ?? ''), bytes);
    expect(await failure(() => open(at('layout')))).toMatchObject({ code: 'image-digest-mismatch' });
  });
});

describe('names', () => {
  test.each<[string, object]>([
    ['quay.io/team/catalog:v1', { kind: 'reference', name: 'catalog', reference: { registry: 'quay.io', tag: 'v1' } }],
    [`oci://quay.io/team/catalog@sha256:${'a'.repeat(64)}`, { kind: 'reference', name: 'catalog' }],
    ['https://catalogd.example/catalogs/operatorhubio', { kind: 'server', name: 'operatorhubio', url: new URL('https://catalogd.example/catalogs/operatorhubio') }],
    ['https://catalogd.example/x/catalogs/a%20b/api/v1/all', { kind: 'server', name: 'a b', url: new URL('https://catalogd.example/x/catalogs/a%20b') }],
    ['http://localhost:8080/catalogs/mine/', { kind: 'server', name: 'mine' }],
  ])('%s', (text, expected) => {
    expect(catalogNamed(text)).toMatchObject(expected);
  });

  test.each<[string, string, RegExp]>([
    ['./no-such-folder', 'catalog-not-found', /There is no file or folder \.\/no-such-folder\./],
    ['catalog:v1', 'catalog-not-found', /There is no file or folder catalog:v1/],
    ['http://catalogd.example/catalogs/x', 'url-invalid', /not encrypted/],
    ['https://catalogd.example/', 'url-invalid', /not an address of a catalog/],
    ['https://catalogd.example/catalogs/x?schema=olm.bundle', 'url-invalid', /not an address of a catalog/],
    ['https://user:secret@catalogd.example/catalogs/x', 'url-invalid', /holds credentials/],
    ['quay.io/Team/catalog:v1', 'catalog-not-found', /cannot be the name of an image/],
  ])('%s is refused', async (text, code, message) => {
    const error = await failure(() => catalogNamed(text));
    expect([error.code, error.category]).toEqual([code, 'input']);
    expect(error.message).toMatch(message);
    expect(`${error.message} ${error.hint}`).not.toContain('secret');
  });
});
