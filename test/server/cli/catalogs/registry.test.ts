/** Catalogs in a registry: pushed, opened by tag and by digest, installed from; and registries that make trouble. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { caCert } from '../../../lib/kube/certificates';
import { demandBasic, Front, REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, commandBench, start, type Finished } from '../command';
import { CatalogFolder } from './fixture';

const bench = commandBench();
const { scratch } = bench;
let registry: RunningRegistry;
let front: Front;
let number = 0;
/** What the user of a test has: settings for registries, logins, a cache. */
let home: Record<string, string>;
const closing: Front[] = [];

beforeAll(async () => {
  registry = await startRegistry();
}, REGISTRY_START_MS);
afterAll(() => registry.close());
beforeEach(async () => {
  number += 1;
  front = await open();
  home = homeWith({ registries: { [front.host]: { plainHttp: true } } });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
});

async function open(tls?: object): Promise<Front> {
  const opened = await Front.start(registry.host, tls);
  closing.push(opened);
  return opened;
}

/** A home of its own: nothing of the user who runs the tests, and nothing of other tests. */
function homeWith(settings: object, logins: object = {}): Record<string, string> {
  const folder = join(scratch.path, `home-${number}`);
  scratch.write(`home-${number}/.docker/config.json`, JSON.stringify(logins));
  return {
    HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), BOXCUTTER_CACHE: join(folder, 'cache'),
    BOXCUTTER_REGISTRIES: scratch.write(`home-${number}/registries.yaml`, JSON.stringify(settings)),
  };
}

const run = (...words: readonly string[]): Promise<Finished> => boxcutter(words, { env: home });
const json = ({ stdout }: Finished): Readonly<Record<string, unknown>> => JSON.parse(stdout) as Readonly<Record<string, unknown>>;
const inNamespace = (...words: readonly string[]): Promise<Finished> => boxcutter(bench.in_(...words), { env: home });

interface Pushed {
  readonly tagged: string;
  readonly pinned: string;
  readonly bundle: string;
}

/** `team/catalog:v1` with a package whose bundle is an image of the same registry. */
async function pushed(packageName = `web${number}`, host = front.host): Promise<Pushed> {
  const folder = new CatalogFolder(scratch, `draft-${number}-${packageName}`, bench.namespace).bundle(packageName, '1.0.0');
  const bundle = await run('bundle', 'push', folder, `${host}/team${number}/${packageName}:v1`, '-o', 'json');
  expect(bundle).toMatchObject({ code: 0 });
  const image = `${host}/team${number}/${packageName}@${String(json(bundle)['digest'])}`;
  const catalog = new CatalogFolder(scratch, `catalog-${number}-${packageName}`, bench.namespace);
  catalog.bundle(packageName, '1.0.0', { image });
  catalog.package(packageName, { stable: [{ name: '1.0.0' }] }).save();
  const tagged = `${host}/team${number}/catalog:v1`;
  const answer = await run('catalog', 'push', catalog.path, tagged, '-o', 'json');
  expect(answer).toMatchObject({ code: 0 });
  const pinned = String(json(answer)['pushed']);
  expect(pinned).toMatch(/@sha256:[0-9a-f]{64}$/);
  return { tagged, pinned, bundle: image };
}

const packagesIn = async (catalog: string, ...more: readonly string[]): Promise<readonly string[]> => {
  const listed = await run('catalog', 'list', 'packages', catalog, '-o', 'json', ...more);
  expect(listed).toMatchObject({ code: 0 });
  return (json(listed)['packages'] as readonly { name: string }[]).map(({ name }) => name);
};

describe('pushed', () => {
  test('a catalog is opened by tag and by digest: listed, validated, served, and installed from', async () => {
    const { tagged, pinned, bundle } = await pushed();
    const name = `web${number}`;
    expect(await packagesIn(tagged)).toEqual([name]);
    expect(await packagesIn(pinned)).toEqual([name]);
    expect(await run('catalog', 'validate', pinned)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 package, 1 channel, 1 bundle') });
    expect(await run('catalog', 'test', tagged, '--only', 'images', '--only', 'render')).toMatchObject({ code: 0 });

    const serving = start(['catalog', 'serve', `own=${pinned}`, '--port', '0'], { env: home });
    await serving.printed(/Ctrl-C ends it/);
    serving.child.kill('SIGINT');
    expect(await serving.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('own: 1 package, http://127.0.0.1:') });

    expect(await inNamespace('install', name, '--catalog', `own=${tagged}`)).toMatchObject({ code: 0 });
    expect(json(await inNamespace('get', name, 'bundle', '-o', 'json'))).toMatchObject({ reference: bundle, catalog: { name: 'own', where: tagged } });
    expect(await inNamespace('delete', name)).toMatchObject({ code: 0 });
  });

  test('the same files have the same digest, however they come; another tag is another catalog', async () => {
    const { tagged, pinned } = await pushed();
    const [, digest] = pinned.split('@');
    const folder = join(scratch.path, `catalog-${number}-web${number}`);
    const built = json(await run('catalog', 'build', folder, '--push', `${front.host}/team${number}/built:v2`, '-o', 'json'));
    expect(built).toMatchObject({ digest, pushed: `${front.host}/team${number}/built:v2@${digest}` });
    await pushed('shop');
    expect([await packagesIn(tagged), await packagesIn(pinned)]).toEqual([['shop'], [`web${number}`]]);
  });

  test('a composition goes to where it says', async () => {
    const { pinned } = await pushed();
    const repo = `${front.host}/team${number}/all`;
    const file = scratch.write(`composition-${number}.yaml`, JSON.stringify({ name: 'all', repo, tag: 'v3', references: [{ name: 'web', image: pinned }] }));
    const answer = await run('catalog', 'push', file);
    expect(answer).toMatchObject({ code: 0, stderr: expect.stringContaining(`Pushing to ${repo}:v3`) });
    expect(await packagesIn(`${repo}:v3`)).toEqual([`web${number}`]);
    expect(await run('catalog', 'push', file, `${repo}:other`)).toMatchObject({ code: 0 });
    const nowhere = scratch.write(`nowhere-${number}.yaml`, JSON.stringify({ references: [{ name: 'web', image: pinned }] }));
    expect(await run('catalog', 'push', nowhere)).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing says where') });
  });

  test('what is not valid is not pushed', async () => {
    const catalog = new CatalogFolder(scratch, `broken-${number}`, bench.namespace).package('web', { stable: [{ name: '1.0.0' }] }).save();
    const before = front.seen.length;
    expect(await run('catalog', 'push', catalog.path, `${front.host}/team${number}/broken:v1`)).toMatchObject({ code: 2 });
    expect(front.seen).toHaveLength(before);
  });
});

describe('reached', () => {
  const auth = Buffer.from('ann:p4ss:w0rd-secret').toString('base64');

  test('with the credentials of the user, which are not printed, and not without', async () => {
    const { tagged } = await pushed();
    const secure = demandBasic(await open({}), 'ann', 'p4ss:w0rd-secret');
    const name = tagged.replace(front.host, secure.host);
    scratch.write(`home-${number}/ca.pem`, caCert);
    const settings = { registries: { [secure.host]: { ca: 'ca.pem' }, [front.host]: { plainHttp: true } } };
    home = homeWith(settings);
    expect(await run('catalog', 'list', 'packages', name)).toMatchObject({ code: 1, stderr: expect.stringContaining('needs credentials') });
    home = homeWith(settings, { auths: { [secure.host]: { auth } } });
    expect(await packagesIn(name)).toEqual([`web${number}`]);
    const folder = join(scratch.path, `catalog-${number}-web${number}`);
    const push = await run('catalog', 'push', folder, `${secure.host}/team${number}/catalog:v2`);
    expect(push).toMatchObject({ code: 0 });
    expect(push.stdout + push.stderr).not.toMatch(/p4ss|YW5u/);
  });

  test('over a mirror, the bundles of its packages too, without asking the registry itself', async () => {
    const { tagged, bundle } = await pushed();
    const folder = join(scratch.path, `catalog-${number}-web${number}`, 'catalog.json');
    scratch.write(`mirrored-${number}/catalog.json`, readFileSync(folder, 'utf8').replaceAll(front.host, 'catalogs.invalid'));
    await run('catalog', 'push', join(scratch.path, `mirrored-${number}`), tagged);
    home = homeWith({ registries: { [front.host]: { plainHttp: true } }, mirrors: [{ source: 'catalogs.invalid', mirrors: [front.host] }] });
    const named = tagged.replace(front.host, 'catalogs.invalid');
    expect(await inNamespace('install', `web${number}`, '--catalog', `own=${named}`)).toMatchObject({ code: 0 });
    const record = json(await inNamespace('get', `web${number}`, 'bundle', '-o', 'json'));
    expect(record).toMatchObject({ reference: bundle.replace(front.host, 'catalogs.invalid') });
    expect(await inNamespace('delete', `web${number}`)).toMatchObject({ code: 0 });
  });
});

describe('trouble', () => {
  test('a registry that is away: a digest that was opened is enough, a tag is not', async () => {
    const { tagged, pinned } = await pushed();
    expect(await packagesIn(tagged)).toEqual([`web${number}`]);
    expect(await packagesIn(pinned)).toEqual([`web${number}`]);
    await front.close();
    expect(await packagesIn(pinned)).toEqual([`web${number}`]);
    expect(await run('catalog', 'list', 'packages', tagged)).toMatchObject({ code: 1, stderr: expect.stringContaining(`The registry ${front.host} cannot be reached`) });
    expect(await run('catalog', 'push', join(scratch.path, `catalog-${number}-web${number}`), tagged)).toMatchObject({ code: 1 });
  });

  test('of two catalogs, the one that is away is named, because what it has might count', async () => {
    const { tagged } = await pushed();
    const away = '127.0.0.1:1/team/catalog:v1';
    home = homeWith({ registries: { [front.host]: { plainHttp: true }, '127.0.0.1:1': { plainHttp: true } } });
    const planned = await inNamespace('install', `web${number}`, '--catalog', `own=${tagged}`, '--catalog', `away@-1=${away}`, '--plan');
    expect(planned).toMatchObject({ code: 2, stderr: expect.stringContaining('away') });
    const chosen = await inNamespace('install', `web${number}`, '--catalog', `own=${tagged}`, '--plan');
    expect(chosen).toMatchObject({ code: 10 });
  });

  test('a registry that gives other content than the digest says is not believed, and nothing is kept of it', async () => {
    const { tagged, pinned } = await pushed();
    let isLying = true;
    front.change((path, answer) => (isLying && path.includes('/catalog/manifests/sha256') ? Buffer.from(answer.toString().replace('{', '{ ')) : answer));
    for (const name of [tagged, pinned]) {
      expect(await run('catalog', 'list', 'packages', name)).toMatchObject({ code: 2, stderr: expect.stringContaining('digest') });
    }
    isLying = false;
    expect(await packagesIn(pinned)).toEqual([`web${number}`]);
  });

  test('layers that are cut off, or are another content, are not believed either', async () => {
    const { tagged } = await pushed();
    front.change((path, answer) => (path.includes('/catalog/blobs/') ? Buffer.concat([answer.subarray(0, answer.length - 1), Buffer.from('x')]) : answer));
    expect(await run('catalog', 'list', 'packages', tagged)).toMatchObject({ code: 2, stderr: expect.stringContaining('digest') });
  });

  test('a name that the registry does not have, and one that is no catalog', async () => {
    const { tagged, bundle } = await pushed();
    expect(await run('catalog', 'list', 'packages', tagged.replace(':v1', ':v9'))).toMatchObject({ code: 2, stderr: expect.stringContaining('has no image') });
    expect(await run('catalog', 'list', 'packages', bundle)).toMatchObject({ code: 2, stderr: expect.stringContaining('It is the image of a bundle') });
  });
});

describe('--offline', () => {
  test('installs and looks from what is kept, without a single request', async () => {
    const { tagged } = await pushed();
    const name = `web${number}`;
    expect(await inNamespace('install', name, '--catalog', `own=${tagged}`, '--plan')).toMatchObject({ code: 10 });
    const before = front.seen.length;
    expect(await packagesIn(tagged, '--offline')).toEqual([name]);
    expect(await inNamespace('install', name, '--catalog', `own=${tagged}`, '--offline')).toMatchObject({ code: 0 });
    expect(await inNamespace('outdated', '--offline')).toMatchObject({ code: 0 });
    expect(front.seen).toHaveLength(before);
    expect(await inNamespace('delete', name)).toMatchObject({ code: 0 });
  });

  test('names what is missing: the catalog, then the bundle', async () => {
    const { tagged } = await pushed();
    const name = `web${number}`;
    const install = (): Promise<Finished> => inNamespace('install', name, '--catalog', `own=${tagged}`, '--offline');
    expect(await install()).toMatchObject({
      code: 2, stderr: expect.stringContaining(`${tagged} is not kept on this machine: what the tag v1 stands for was never asked for`),
    });
    expect(await packagesIn(tagged)).toEqual([name]);
    expect(await install()).toMatchObject({ code: 2, stderr: expect.stringMatching(/team\d+\/web\d+@sha256:\S+ is not kept on this machine: its part sha256:/) });
    expect(await bench.test.contents()).toEqual([]);
  });

  test('a bundle by its tag means what it meant the last time; a URL is refused', async () => {
    const { bundle } = await pushed();
    const tag = bundle.replace(/@.*/, ':v1');
    expect(await inNamespace('plan', tag)).toMatchObject({ code: 10 });
    await front.close();
    expect(await inNamespace('plan', tag, '--offline')).toMatchObject({ code: 10 });
    expect(await inNamespace('plan', 'https://example.invalid/shop.yaml', '--offline')).toMatchObject({ code: 2, stderr: expect.stringContaining('No server may be asked') });
  });
});

test('a bundle that is whole in its catalog needs no image', async () => {
  const name = `web${number}`;
  const folder = new CatalogFolder(scratch, `carried-${number}`, bench.namespace).bundle(name, '1.0.0');
  const rendered = await run('catalog', 'render', folder, '--bundle-objects', '-o', 'json');
  expect(rendered).toMatchObject({ code: 0 });
  const { image, properties } = JSON.parse(rendered.stdout) as { image: string; properties: readonly { type: string }[] };
  expect([image, properties.filter(({ type }) => type === 'olm.bundle.object').length]).toEqual(['', 2]);
  const rest = [{ schema: 'olm.package', name, defaultChannel: 'stable' }, { schema: 'olm.channel', package: name, name: 'stable', entries: [{ name: `${name}.v1.0.0` }] }];
  scratch.write(`whole-${number}/catalog.json`, [rendered.stdout, ...rest.map((blob) => JSON.stringify(blob))].join('\n'));
  const where = `own=${join(scratch.path, `whole-${number}`)}`;
  expect(await inNamespace('install', name, '--catalog', where)).toMatchObject({ code: 0, stdout: expect.stringMatching(/complete/) });
  const record = json(await inNamespace('get', name, 'bundle', '-o', 'json'));
  expect(record).toMatchObject({ name: `${name}.v1.0.0`, version: '1.0.0', catalog: { name: 'own' } });
  expect(record).not.toHaveProperty('reference');
  expect(await inNamespace('install', name, '--catalog', where)).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
  expect(await inNamespace('delete', name)).toMatchObject({ code: 0 });
});
