/** Packages by name: installed from a catalog, looked after, upgraded. */
import { defined } from '../../../../lib/defined';
import { boxcutter, commandBench, start, type Finished } from '../command';
import { document } from '../documents';
import { CatalogFolder } from './fixture';

const bench = commandBench();
const { run, scratch } = bench;

/** No catalogs of the user who runs the tests. */
beforeAll(() => {
  process.env['XDG_CONFIG_HOME'] = scratch.path;
});
afterAll(() => {
  delete process.env['XDG_CONFIG_HOME'];
});

let number = 0;
/** With packages `shop` (1.0.0, 1.1.0, 2.0.0, fast: 3.0.0) and `certs` (1.0.0, 1.1.0), which shop needs from 1.1.0 on. */
function sample(): CatalogFolder {
  number += 1;
  const catalog = new CatalogFolder(scratch, `catalog-${number}`, `${bench.namespace}-${number}`);
  const certs = { type: 'olm.package', value: { packageName: 'certs', version: '>=1.0.0 <2.0.0' } } as const;
  for (const version of ['1.0.0', '1.1.0']) catalog.bundle('certs', version);
  catalog.bundle('shop', '1.0.0');
  catalog.bundle('shop', '1.1.0', { dependencies: [certs] });
  catalog.bundle('shop', '2.0.0', { dependencies: [{ type: 'olm.gvk', value: { group: catalog.groupOf('certs'), version: 'v1', kind: 'Certs' } }] });
  catalog.bundle('shop', '3.0.0', { minKubeVersion: '9.9.9' });
  return catalog
    .package('certs', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'certs.v1.0.0' }] })
    .package('shop', {
      stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'shop.v1.0.0' }, { name: '2.0.0', replaces: 'shop.v1.1.0' }],
      fast: [{ name: '2.0.0' }, { name: '3.0.0', replaces: 'shop.v2.0.0' }],
    })
    .save();
}

const from = (catalog: CatalogFolder): string[] => ['--catalog', `own=${catalog.path}`];
const writes = ({ stdout }: Finished): number => Number(/(\d+) writes/.exec(stdout)?.[1]);
afterEach(async () => {
  for (const name of ['shop', 'certs']) expect(await run('delete', name, '--ignore-not-found')).toMatchObject({ code: 0 });
});

/** An object that lets no upgrade happen. */
const gate = (name: string): object => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, annotations: { 'olm.operatorframework.io/upgrade-gate': 'Upgradeable' } },
});

test('upgrade --all: what lets no upgrade happen now is said, and the others are upgraded', async () => {
  number += 1;
  const catalog = new CatalogFolder(scratch, `gated-${number}`, `${bench.namespace}-${number}`);
  for (const [name, objects] of [['certs', [gate('certs-gate')]], ['shop', []]] as const) {
    for (const version of ['1.0.0', '1.1.0']) catalog.bundle(name, version, { objects });
    catalog.package(name, { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: `${name}.v1.0.0` }] });
  }
  catalog.save();
  for (const name of ['certs', 'shop']) {
    expect(await run('install', name, ...from(catalog), '--version', '1.0.0')).toMatchObject({ code: 0 });
    expect(await run('upgrade', name, '--version', '', '--channel', 'stable', '--plan')).toMatchObject({ code: name === 'certs' ? 3 : 10 });
  }
  const versions = async (): Promise<unknown> => Promise.all(['certs', 'shop'].map(async (name) => (
    (JSON.parse((await run('get', name, 'bundle', '-o', 'json')).stdout) as { readonly version: string }).version)));
  const widened = ['--version', '', '--channel', 'stable'];
  const planned = await run('upgrade', '--all', ...widened, '--plan');
  expect([planned.code, planned.stdout.replaceAll(/\s+/g, ' ')]).toEqual([3, expect.stringMatching(/lets no upgrade happen now: ConfigMap \S+\/certs-gate: missing/) as string]);
  expect(planned.stdout).toContain('shop: revision 1 (version 1.0.0) → 2');
  const upgraded = await run('upgrade', '--all', ...widened);
  expect([upgraded.code, upgraded.stdout]).toEqual([3, expect.stringMatching(/shop revision 2 \(version 1\.1\.0\): complete\n[^]*\n2 extensions; done: shop; not done: certs\n$/) as string]);
  expect(upgraded.stderr).toContain('lets no upgrade happen now: ConfigMap');
  expect(await versions()).toEqual(['1.0.0', '1.1.0']);
  const again = await run('upgrade', '--all', ...widened, '-o', 'json');
  expect(document({ ...again, stderr: '' })).toMatchObject({ code: 'upgrade-gated' });
});

test('installed, then along its channel: each step is shown by outdated, and done by upgrade', async () => {
  const catalog = sample();
  const first = await run('install', 'shop', ...from(catalog), '--version', '1.0.0');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^shop: install 1\.0\.0, from catalog own: package shop; versions 1\.0\.0\n[^]*shop revision 1 \(version 1\.0\.0\): complete/) });
  expect(JSON.parse((await run('get', 'shop', 'bundle', '-o', 'json')).stdout)).toEqual({
    name: 'shop.v1.0.0', version: '1.0.0', namespace: bench.namespace,
    properties: [{ type: 'olm.gvk', value: { group: catalog.groupOf('shop'), version: 'v1', kind: 'Shop' } }],
    catalog: { name: 'own', where: catalog.path, packageName: 'shop', version: '1.0.0', policy: 'CatalogProvided' },
  });
  const pinned = await run('outdated', ...from(catalog));
  expect(pinned).toMatchObject({ code: 0, stdout: expect.stringMatching(/shop +\S+ +1\.0\.0 +- +3\.0\.0 +own +held back\n\nshop: 3\.0\.0: not in 1\.0\.0; no upgrade edge from shop\.v1\.0\.0/) });

  const planned = await run('upgrade', 'shop', '--version', '', '--channel', 'stable', '--plan');
  expect(planned).toMatchObject({
    code: 10,
    stdout: expect.stringMatching(/^certs: install 1\.1\.0, from catalog own: package certs\n {2}needed by shop: package certs >=1\.0\.0 <2\.0\.0\nshop: upgrade 1\.0\.0 to 1\.1\.0, from catalog own: package shop; channel stable\n[^]*\ncerts: new, revision 1[^]*\nshop: revision 1 \(version 1\.0\.0\) → 2/),
  });
  expect(await run('upgrade', 'shop', '--version', '', '--channel', 'stable')).toMatchObject({
    code: 0, stdout: expect.stringMatching(/certs revision 1 \(version 1\.1\.0\): complete\n[^]*shop revision 2 \(version 1\.1\.0\): complete\n[^]*\n2 extensions: all done\n$/),
  });
  expect(await run('outdated', '-o', 'json')).toMatchObject({ code: 10 });
  expect(document(await run('outdated', 'shop', '-o', 'json'))).toMatchObject({
    extensions: [{ extension: 'shop', status: 'upgradable', installed: '1.1.0', available: { name: 'shop.v2.0.0', version: '2.0.0' }, newest: { version: '3.0.0' } }],
  });
  // Without a word, as it was installed: the channel, and the catalog that its sealed record names.
  expect(await run('upgrade', '--all')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^shop: upgrade 1\.1\.0 to 2\.0\.0, .*channel stable\n/) });
  const done = await run('outdated');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/certs .*newest\n[^]*Nothing can be upgraded/) });
  expect(done.stdout).toMatch(/shop: 3\.0\.0: not in channel stable \(it is in fast\)|shop: 3\.0\.0: not in channel stable/);
  expect((await run('list')).stdout).toMatch(/EXTENSION +STATE IN +VERSION +CATALOG .*\ncerts .* own .*\nshop .* 2\.0\.0 +own/);
  expect((await run('status', 'shop')).stdout).toContain('from catalog own: package shop; channel stable');
  const held = await run('upgrade', 'shop');
  expect(held).toMatchObject({ code: 0, stderr: expect.stringMatching(/Held back: 3\.0\.0: not in channel stable.*To lift what is on record: --channel ''\n/) });
  expect(writes(held)).toBe(0);
  expect(document(await run('history', 'shop', '-o', 'json'))).toMatchObject({ revisions: [{ bundle: { name: 'shop.v2.0.0' } }, {}, { bundle: { catalog: { version: '1.0.0' } } }] });

  const deleted = await run('delete', 'certs', '--dry-run');
  expect(deleted.stderr).toMatch(/Extension "shop" in namespace \S+ needs it: kind Certs/);
});

test('the same install again writes nothing; with other words for the same bundle, only the record', async () => {
  const catalog = sample();
  await run('install', 'certs', ...from(catalog));
  const again = await run('install', 'certs', ...from(catalog));
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/certs revision 1 \(version 1\.1\.0\): unchanged/) });
  expect(writes(again)).toBe(0);
  const narrower = await run('install', 'certs', ...from(catalog), '--version', '~1.1');
  expect(narrower.stdout).toMatch(/\n2 unchanged; /);
  expect((await run('status', 'certs')).stdout).toContain('versions ~1.1');
  expect(writes(await run('install', 'certs', ...from(catalog), '--version', '~1.1'))).toBe(0);
});

describe('what cannot be is refused before anything is written', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a range that no version is in', ['shop', '--version', '>=7'], /no bundles found for package "shop" matching version ">=7"/],
    ['a channel that there is not', ['shop', '--channel', 'beta'], /no bundles found for package "shop" in channels \[beta\][^]*fast, stable/],
    ['a package that there is not', ['shpo'], /no bundles found for package "shpo"\n.* Did you mean shop\?/],
    ['a configuration that the package does not have, before its dependencies', ['shop', '--version', '1.1.0', '--set', 'colour=red'],
      /unknown key 'colour'[^]*What can be configured: boxcutter config shop --catalog \S+ --version 1\.1\.0\n/],
    ['a range that is none', ['shop', '--version', 'newest'], /desired version range "newest" is invalid/],
    ['an older Kubernetes than it needs', ['shop', '--version', '3.0.0'], /needs Kubernetes 9\.9\.9, the cluster has/],
    ['no catalog at all', ['shop', '--catalog', ''], /names no catalog/],
  ])('%s', async (_, words, message) => {
    const catalog = sample();
    const given = words.includes('--catalog') ? [] : from(catalog);
    const refused = await run('install', ...words, ...given);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    expect(await bench.test.contents()).toEqual([]);
  });

  test('a bundle that is another version than the catalog says', async () => {
    const catalog = sample();
    catalog.bundle('certs', '1.2.0', { said: '1.3.0' });
    catalog.package('certs', { stable: [{ name: '1.3.0' }] }).save();
    expect(await run('install', 'certs', ...from(catalog))).toMatchObject({ code: 2, stderr: expect.stringMatching(/Catalog own says that \S+ is certs 1\.3\.0 .*, but it is certs 1\.2\.0/) });
    expect(await bench.test.contents()).toEqual([]);
  });

  test('a registry where nothing listens, with the image that was looked for', async () => {
    const catalog = sample();
    catalog.bundle('certs', '1.2.0', { image: '127.0.0.1:1/team/certs:v1.2.0' });
    catalog.package('certs', { stable: [{ name: '1.2.0' }] }).save();
    const refused = await run('install', 'certs', ...from(catalog), '--version', '1.2.0');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/Bundle certs\.v1\.2\.0 of catalog own cannot be pulled from 127\.0\.0\.1:1\/team\/certs:v1\.2\.0\. The registry .* nothing listens there/) });
    expect(await bench.test.contents()).toEqual([]);
  });

  test('without a catalog, with the way to name one', async () => {
    expect(await run('install', 'shop')).toMatchObject({ code: 2, stderr: expect.stringContaining('boxcutter catalog use NAME=WHERE') });
  });
});

test('what comes from another channel than the default one is said', async () => {
  const catalog = sample();
  const words = ['install', 'shop', ...from(catalog), '--ignore-min-kube-version', '--plan'];
  expect((await run(...words, '--version', '3.0.0')).stderr).toContain('shop.v3.0.0 is not in stable, the default channel of shop; it is in fast. To choose from that channel alone: --channel stable\n');
  expect((await run(...words, '--version', '3.0.0', '--channel', 'fast')).stderr).not.toContain('default channel');
  expect((await run(...words, '--version', '2.0.0')).stderr).not.toContain('default channel');
});

test('a bundle for a newer Kubernetes is installed all the same where that is said', async () => {
  const catalog = sample();
  const installed = await run('install', 'shop', ...from(catalog), '--version', '3.0.0', '--ignore-min-kube-version');
  expect(installed).toMatchObject({ code: 0, stderr: expect.stringContaining('it is installed nevertheless') });
});

test('what is deprecated is installed last, and said', async () => {
  const catalog = sample().deprecate('certs', [
    { reference: { schema: 'olm.package' }, message: 'certs is not maintained' },
    { reference: { schema: 'olm.bundle', name: 'certs.v1.1.0' }, message: '1.1.0 leaks memory' },
  ]).save();
  const installed = await run('install', 'certs', ...from(catalog));
  expect(installed).toMatchObject({ code: 0, stderr: expect.stringContaining('package certs is deprecated: certs is not maintained') });
  expect(installed.stdout).toMatch(/^certs: install 1\.0\.0/);
  const newer = await run('install', 'certs', ...from(catalog), '--version', '1.1.0');
  expect(newer.stdout).toMatch(/^certs: upgrade 1\.0\.0 to 1\.1\.0.*\n {2}deprecated: 1\.1\.0 leaks memory/);
  expect((await run('outdated', ...from(catalog))).stdout).toContain('certs: the installed version is deprecated: 1.1.0 leaks memory');
});

test('broken off between a dependency and what needs it, the same command goes on', async () => {
  const catalog = sample();
  const words = bench.in_('install', 'shop', ...from(catalog), '--version', '3.0.0 || 1.1.0', '--channel', 'stable');
  const running = start(words);
  await running.printed(/certs revision 1 \(version 1\.1\.0\): complete/);
  running.child.kill('SIGKILL');
  await running.finished;
  const again = await boxcutter(words);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^shop: install 1\.1\.0[^]*shop revision 1 \(version 1\.1\.0\): complete/) });
  expect(again.stdout).not.toContain('certs: install');
  expect(document(await run('outdated', '-o', 'json'))).toMatchObject({ extensions: [{ extension: 'certs', status: 'newest' }, { extension: 'shop', installed: '1.1.0' }] });
});

test('two at once: what one of them holds the other one leaves, and the end is the same', async () => {
  const catalog = sample();
  const both = await Promise.all([1, 2].map(() => run('install', 'shop', ...from(catalog), '--version', '1.1.0')));
  for (const { code } of both) expect([0, 5]).toContain(code);
  expect(both.some(({ code }) => code === 0)).toBe(true);
  expect(await run('install', 'shop', ...from(catalog), '--version', '1.1.0')).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
});

test('after a rollback all is left as it is, until the extension is named', async () => {
  number += 1;
  const catalog = new CatalogFolder(scratch, `catalog-${number}`, `${bench.namespace}-${number}`);
  catalog.bundle('certs', '1.0.0');
  catalog.package('certs', { stable: [{ name: '1.0.0' }] }).save();
  await run('install', 'certs', ...from(catalog), '--version', '<2');
  catalog.bundle('certs', '1.1.0');
  catalog.package('certs', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'certs.v1.0.0' }] }).save();
  await run('install', 'certs', ...from(catalog));
  expect(await run('rollback', 'certs')).toMatchObject({ code: 0 });
  const outdated = await run('outdated');
  expect(outdated).toMatchObject({ code: 10, stdout: expect.stringContaining('the extension was rolled back from that version') });
  expect(await run('upgrade', '--all')).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing can be upgraded') });
  // What the earlier revision was installed for holds again.
  expect(JSON.parse((await run('get', 'certs', 'bundle', '-o', 'json')).stdout)).toMatchObject({ name: 'certs.v1.0.0', catalog: { version: '<2' } });
  expect(await run('upgrade', 'certs')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^certs: upgrade 1\.0\.0 to 1\.1\.0/) });
});

test('what is applied by hand follows no catalog, until it is installed from one again', async () => {
  const catalog = sample();
  await run('install', 'certs', ...from(catalog), '--version', '1.0.0');
  const applied = await run('apply', `${catalog.path}/bundles/certs.v1.1.0`);
  expect(applied).toMatchObject({ code: 0, stderr: expect.stringContaining('was installed from catalog own (package certs)') });
  expect(await run('outdated')).toMatchObject({ code: 0, stdout: expect.stringMatching(/certs .* no catalog/) });
  expect(await run('upgrade', 'certs')).toMatchObject({ code: 2, stderr: expect.stringContaining('follows no catalog') });
  const again = await run('install', 'certs', ...from(catalog));
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^certs: stays at 1\.1\.0/) });
  expect(await run('outdated')).toMatchObject({ code: 0, stdout: expect.stringMatching(/certs .* newest/) });
});

test('a bundle that is applied by hand says which packages are missing, and not those that are there', async () => {
  const catalog = sample();
  const shop = `${catalog.path}/bundles/shop.v1.1.0`;
  expect((await run('apply', shop, '--dry-run')).stderr).toContain('needs other packages, which are not installed with it: certs >=1.0.0 <2.0.0.');
  await run('install', 'certs', ...from(catalog));
  expect((await run('apply', shop, '--dry-run')).stderr).not.toContain('needs other packages');
});

test('catalogs that are kept in mind need not be named', async () => {
  const catalog = sample();
  const home = { XDG_CONFIG_HOME: `${scratch.path}/in-mind` };
  const here = (...words: string[]): Promise<Finished> => boxcutter(words, { env: home, cwd: scratch.path });
  expect(await here('catalog', 'use', `own@5=./catalog-${number}`)).toMatchObject({ code: 0, stdout: expect.stringMatching(/own +5 +\/.*catalog-\d+\n/) });
  expect(await here(...bench.in_('install', 'certs', '--plan', '-o', 'json'))).toMatchObject({ code: 10 });
  expect(await here(...bench.in_('install', 'certs', '--catalog', 'own', '--plan'))).toMatchObject({ code: 10, stdout: expect.stringContaining('from catalog own: package certs') });
  expect(await here('catalog', 'list', 'packages', 'own')).toMatchObject({ code: 0, stdout: expect.stringMatching(/\ncerts .* stable +1\.1\.0\n/) });
  const named = { ...home, BOXCUTTER_CATALOG_SOURCES: `env=${catalog.path}` };
  const planned = document(await boxcutter(bench.in_('install', 'certs', '--plan', '-o', 'json'), { env: named }));
  expect(planned).toMatchObject({ schema: 'boxcutter.install-plan/v1', chosen: [{ extension: 'certs', action: 'install', catalog: { name: 'env' } }], plans: [{ extension: 'certs' }] });
  expect(await here('catalog', 'use', '--forget', 'own')).toMatchObject({ code: 0, stdout: expect.stringContaining('No catalog is in use') });
  expect(await here('catalog', 'use', '--forget', 'own')).toMatchObject({ code: 2 });
  expect(await here('catalog', 'use', 'own=./catalgo')).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no file or folder ./catalgo.') });
  expect(await here('catalog', 'use')).toMatchObject({ stdout: expect.stringContaining('No catalog is in use') });
});

test('a record that nobody vouches for opens no catalog, and is bound to its namespace', async () => {
  const catalog = sample();
  await run('install', 'certs', ...from(catalog), '--version', '1.0.0');
  const name = 'boxcutter-content.certs.1';
  const secret = await bench.test.get({ apiVersion: 'v1', kind: 'Secret', namespace: bench.namespace, name });
  if (secret === undefined) throw new Error('there is no content');
  const { name: _name, namespace, labels, ownerReferences } = secret.metadata;
  const metadata = { name, ...defined({ namespace, labels, ownerReferences }) };
  await bench.test.remove({ apiVersion: 'v1', kind: 'Secret', namespace: bench.namespace, name });
  await bench.test.create({ ...secret, metadata });
  expect(await run('upgrade', 'certs', '--version', '')).toMatchObject({ code: 2, stderr: expect.stringContaining('--catalog own=WHERE') });
  expect(await run('outdated')).toMatchObject({ code: 1, stdout: expect.stringMatching(/certs .* not known/) });
  // Definitions are beyond a namespace.
  expect(await run('upgrade', 'certs', '--version', '', ...from(catalog))).toMatchObject({ code: 2, stderr: expect.stringContaining('--trust-state') });
  expect(await run('upgrade', 'certs', '--version', '', ...from(catalog), '--trust-state')).toMatchObject({ code: 0 });
});
