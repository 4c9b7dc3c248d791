/**
 * `catalog test` over a catalog of real operators, whose bundles and whose image are in a registry. BOXCUTTER_BUNDLES names the folder of
 * the bundles (the continuous integration sets it).
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Front, REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, buildCommand, type Finished, scratchFolder } from '../command';
import { document } from '../documents';

const bundles = process.env['BOXCUTTER_BUNDLES'] ?? '';
const scratch = scratchFolder();
let registry: RunningRegistry;
let front: Front;
let home: Record<string, string>;
/** References with digests, by the folder of the bundle. */
const images: Record<string, string> = {};

const run = (...words: readonly string[]): Promise<Finished> => boxcutter(words, { env: home });

async function push(folder: string, name: string): Promise<string> {
  const pushed = await run('bundle', 'push', folder, `${front.host}/real/${name}:v1`, '-o', 'json');
  expect(pushed).toMatchObject({ code: 0 });
  return `${front.host}/real/${name}@${(JSON.parse(pushed.stdout) as { digest: string }).digest}`;
}

interface Version {
  readonly version: string;
  readonly image: string;
}

let number = 0;
/** One channel, each version after the other. @returns the folder */
function catalogOf(name: string, versions: readonly Version[]): string {
  number += 1;
  const nameOf = (version: string): string => `${name}.v${version}`;
  const blobs = [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    {
      schema: 'olm.channel', package: name, name: 'stable',
      entries: versions.map(({ version }, at) => ({ name: nameOf(version), ...(at === 0 ? {} : { replaces: nameOf(versions[at - 1]?.version ?? '') }) })),
    },
    ...versions.map(({ version, image }) => ({
      schema: 'olm.bundle', package: name, name: nameOf(version), image, properties: [{ type: 'olm.package', value: { packageName: name, version } }],
    })),
  ];
  scratch.write(`catalog-${number}/catalog.json`, blobs.map((blob) => JSON.stringify(blob)).join('\n'));
  return join(scratch.path, `catalog-${number}`);
}

/** As the next catalog names a bundle of this machine. */
const byPath = (name: string): string => join(relative(join(scratch.path, `catalog-${number + 1}`), bundles), name);

interface Found {
  readonly part: string;
  readonly severity: string;
  readonly code: string;
  readonly origin: string;
  readonly message: string;
}

interface Tested {
  readonly passed: boolean;
  readonly parts: readonly object[];
  readonly findings: readonly Found[];
}

async function test_(catalog: string, ...more: readonly string[]): Promise<Tested & { readonly code: number | null }> {
  const tested = await run('catalog', 'test', catalog, '-o', 'json', ...more);
  return { ...document({ ...tested, stderr: '' }) as unknown as Tested, code: tested.code };
}
const errorsOf = ({ findings }: Tested): readonly Found[] => findings.filter(({ severity }) => severity === 'error');

(bundles === '' ? describe.skip : describe)('a catalog of real operators', () => {
  beforeAll(async () => {
    buildCommand();
    registry = await startRegistry();
    front = await Front.start(registry.host);
    home = {
      HOME: scratch.path, XDG_CONFIG_HOME: join(scratch.path, 'config'), BOXCUTTER_CACHE: join(scratch.path, 'cache'),
      BOXCUTTER_REGISTRIES: scratch.write('registries.yaml', JSON.stringify({ registries: { [front.host]: { plainHttp: true } } })),
    };
    for (const name of ['keda-2.19.0', 'keda-2.20.1', 'kiali-2.29.0', 'kiali-2.30.0']) images[name] = await push(join(bundles, name), name);
  }, REGISTRY_START_MS);
  afterAll(async () => {
    await front.close();
    await registry.close();
  });

  const keda = (): readonly Version[] => ['2.19.0', '2.20.1'].map((version) => ({ version, image: images[`keda-${version}`] ?? '' }));
  const kiali = (...versions: readonly string[]): readonly Version[] => versions.map((version) => ({ version, image: images[`kiali-${version}`] ?? '' }));

  test('from the registry it passes: images exist, it serves, its heads render, its upgrades are safe', async () => {
    const reference = `${front.host}/real/catalog:v1`;
    expect(await run('catalog', 'push', catalogOf('keda', keda()), reference)).toMatchObject({ code: 0 });
    const tested = await test_(reference);
    expect(tested).toMatchObject({
      code: 0, passed: true,
      parts: [{ part: 'images', checked: 2 }, { part: 'serve', checked: 1 }, { part: 'render', checked: 1 }, { part: 'upgrades', checked: 1 }],
    });
    expect(errorsOf(tested)).toEqual([]);
    // Bounds that are new let stored objects pass that do not change; publishers see them all the same.
    expect(tested.findings.filter(({ part }) => part === 'upgrades').length).toBeGreaterThan(10);
    expect(await test_(reference, '--strict')).toMatchObject({ code: 2, passed: false });
  });

  const others = [
    'argocd-operator', 'cert-manager-operator', 'compliance-operator', 'metallb-operator', 'odf-dependencies', 'opentelemetry-operator', 'tempo-operator',
  ];
  test.each(others)('%s renders, and passes against the schemas of two versions of Kubernetes', async (name) => {
    const manifests = join(bundles, name, 'manifests');
    const csv = readdirSync(manifests).find((file) => file.includes('clusterserviceversion')) ?? '';
    const version = /^ {2}version: (\S+)$/m.exec(readFileSync(join(manifests, csv), 'utf8'))?.[1] ?? '';
    const catalog = catalogOf(name, [{ version, image: byPath(name) }]);
    const tested = await test_(catalog, '--only', 'render', '--kubernetes-version', '1.34', '--kubernetes-version', '1.36');
    expect(tested).toMatchObject({ code: 0, parts: [{ part: 'render', checked: 1 }] });
    expect(errorsOf(tested)).toEqual([]);
  });

  test('an image that its registry does not have is named', async () => {
    const [, second] = keda();
    const absent = `${front.host}/real/keda@sha256:${'0'.repeat(64)}`;
    const tested = await test_(catalogOf('keda', [{ version: '2.19.0', image: absent }, ...(second === undefined ? [] : [second])]), '--only', 'images');
    expect(tested).toMatchObject({ code: 2, parts: [{ part: 'images', checked: 2 }] });
    expect(errorsOf(tested)).toEqual([expect.objectContaining({ code: 'image-absent', origin: 'keda.v2.19.0', message: expect.stringContaining(absent) as string })]);
  });

  test('a head that is another package or version than the catalog says is an error, as an install would refuse it', async () => {
    const other = await test_(catalogOf('kiali', [{ version: '2.29.0', image: images['keda-2.19.0'] ?? '' }]), '--only', 'render');
    expect(errorsOf(other).map(({ code, message }) => [code, message])).toEqual([
      ['bundle-differs', 'its image is of the package keda, and the catalog says kiali'],
      ['bundle-differs', 'its image is of the version 2.19.0, and the catalog says 2.29.0'],
    ]);
    expect(other.code).toBe(2);
  });

  test('a head whose manifests are not valid is an error with file and line', async () => {
    const image = byPath('invalid-version-node-feature-discovery');
    const tested = await test_(catalogOf('node-feature-discovery', [{ version: '1.0.0', image }]), '--only', 'render');
    expect(errorsOf(tested)).toContainEqual(expect.objectContaining({ message: expect.stringContaining('"master"') as string, origin: expect.stringMatching(/clusterserviceversion\.yaml:\d+/) as string }));
  });

  test('an upgrade that changes the scope of a definition, and one that drops it, are found', async () => {
    const [scope, dropped] = ['scope', 'dropped'].map((kind) => join(scratch.path, `kiali-${kind}`)) as [string, string];
    for (const folder of [scope, dropped]) cpSync(join(bundles, 'kiali-2.30.0'), folder, { recursive: true });
    change(join(scope, 'manifests/kiali.crd.yaml'), (text) => text.replace('scope: Namespaced', 'scope: Cluster'));
    change(join(dropped, 'manifests/kiali.crd.yaml'), (text) => text.replaceAll('kialis', 'kiales'));
    change(join(dropped, 'manifests/kiali.v2.30.0.clusterserviceversion.yaml'), (text) => text.replaceAll('kialis.kiali.io', 'kiales.kiali.io'));
    const [before] = kiali('2.29.0');
    if (before === undefined) throw new Error('there is no image');
    const unsafe = await test_(catalogOf('kiali', [before, { version: '2.30.0', image: await push(scope, 'kiali-scope') }]), '--only', 'upgrades');
    expect(errorsOf(unsafe)).toContainEqual(expect.objectContaining({ code: 'crd-upgrade-unsafe', origin: 'kiali.v2.29.0 to kiali.v2.30.0' }));
    const gone = await test_(catalogOf('kiali', [before, { version: '2.30.0', image: await push(dropped, 'kiali-dropped') }]), '--only', 'upgrades');
    expect(gone).toMatchObject({ code: 0, findings: [{ code: 'crd-dropped', severity: 'warning', message: expect.stringContaining('kialis.kiali.io') }] });
  });

  test('bundles that the registry gives otherwise than their digest says are errors, and the rest is tried', async () => {
    const repository = '/real/kiali-2.30.0/manifests/';
    const fresh = { ...home, BOXCUTTER_CACHE: join(scratch.path, 'fresh') };
    front.change((path, answer) => (path.includes(repository) && answer.length > 0 ? Buffer.from(answer.toString().replace('{', '{ ')) : answer));
    const tested = await boxcutter(['catalog', 'test', catalogOf('kiali', kiali('2.29.0', '2.30.0')), '--only', 'render', '--only', 'serve', '-o', 'json'], { env: fresh });
    const result = JSON.parse(tested.stdout) as Tested;
    expect(errorsOf(result)).toEqual([expect.objectContaining({ part: 'render', code: 'image-digest-mismatch', origin: 'kiali.v2.30.0' })]);
    expect(result.parts).toEqual([{ part: 'serve', checked: 1 }, { part: 'render', checked: 1 }]);
  });
});

function change(file: string, by: (text: string) => string): void {
  const before = readFileSync(file, 'utf8');
  const after = by(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}
