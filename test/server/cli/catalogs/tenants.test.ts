/**
 * Records that tenants make up in their namespaces, while an administrator installs packages that need others. A head says what it likes;
 * of other namespaces only sealed content counts.
 */
import type { InstalledBundle } from '../../../../lib/api';
import { encodeHead } from '../../../../lib/state';
import { boxcutter, commandBench, TestCluster, type Finished } from '../command';
import { CatalogFolder } from './fixture';

const bench = commandBench();
const { run, scratch } = bench;
let tenant: TestCluster;
beforeAll(async () => {
  process.env['XDG_CONFIG_HOME'] = scratch.path;
  tenant = await TestCluster.begin('tenant');
});
afterAll(async () => {
  delete process.env['XDG_CONFIG_HOME'];
  await tenant.end();
});

let number = 0;
/** `market` needs `issuer` from 1.1.0 on; of `issuer` there are 1.0.0 and 1.1.0. Other tests have other packages: all that is installed counts. */
function sample(): CatalogFolder {
  number += 1;
  const catalog = new CatalogFolder(scratch, `catalog-${number}`, `${bench.namespace}-t${number}`);
  for (const version of ['1.0.0', '1.1.0']) catalog.bundle('issuer', version);
  catalog.bundle('market', '1.0.0', { dependencies: [{ type: 'olm.package', value: { packageName: 'issuer', version: '>=1.1.0' } }] });
  catalog.package('issuer', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'issuer.v1.0.0' }] });
  return catalog.package('market', { stable: [{ name: '1.0.0' }] }).save();
}

const from = (catalog: CatalogFolder): string[] => ['--catalog', `own=${catalog.path}`];
const place = (): { readonly namespace: string } => ({ namespace: tenant.namespace });

interface Forged extends Partial<InstalledBundle> {
  readonly packageName?: string;
  readonly version: string;
}

/** A head without content. */
async function forge(extension: string, { packageName = 'issuer', ...bundle }: Forged, isComplete = true): Promise<void> {
  const at = '2026-01-01T00:00:00Z';
  const { version } = bundle;
  const revision = {
    number: 1, digest: `sha256:${'0'.repeat(64)}`, at, version, bundle: { name: `${packageName}.v${version}`, properties: [], ...bundle },
    ...(isComplete ? { completeAt: at } : {}),
  };
  await tenant.create(encodeHead({ extension, packageName, revisions: [revision], inventory: [] }, tenant.namespace));
}

const inTenant = (...words: string[]): Promise<Finished> => boxcutter([...words, '-n', tenant.namespace]);
afterEach(async () => {
  for (const name of ['market', 'issuer']) expect(await run('delete', name, '--ignore-not-found')).toMatchObject({ code: 0 });
  for (const name of ['issuer', 'evil']) await tenant.remove({ apiVersion: 'v1', kind: 'Secret', ...place(), name: `boxcutter.${name}` });
});

describe('a dependency is installed beside what needs it, although a tenant has a record of it', () => {
  const needed = { type: 'olm.constraint', value: { failureMessage: 'no shops here', not: { constraints: [{ package: { packageName: 'market', versionRange: '>=0.0.1' } }] } } };
  test.each<[string, () => Promise<void>, boolean]>([
    ['that never was complete', () => forge('issuer', { version: '1.0.0', ...place() }, false), false],
    ['of an old version', () => forge('issuer', { version: '1.0.0', ...place() }), true],
    ['of the version that is needed', () => forge('issuer', { version: '1.1.0', ...place() }), true],
    ['under a name that comes first, of another namespace', () => forge('evil', { version: '1.0.0', namespace: 'kube-system' }), true],
    ['of a package that forbids the one that is wanted', () => forge('evil', { packageName: 'evil', version: '1.0.0', properties: [needed] }), false],
  ])('%s', async (_, attack, isSaid) => {
    const catalog = sample();
    await attack();
    const done = await run('install', 'market', ...from(catalog));
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^issuer: install 1\.1\.0, from catalog own[^]*2 extensions: all done/) });
    expect(done.stderr.includes(`Not counted as installed, because it is not known that an installer wrote the record: ${tenant.namespace}/`)).toBe(isSaid);
    const listed = (await boxcutter(['list', '-A'])).stdout;
    expect(listed).toMatch(new RegExp(`issuer +${bench.namespace} +(?:command +)?1\\.1\\.0 `));
    expect(await tenant.cluster.list({ apiVersion: 'apps/v1', kind: 'Deployment', ...place() })).toMatchObject({ objects: [] });
  });
});

test('what an installer put into the namespace of a tenant counts, and is upgraded where it is', async () => {
  const catalog = sample().package('issuer', { stable: [{ name: '1.0.0' }] }).save();
  expect(await inTenant('install', 'issuer', ...from(catalog), '--channel', 'stable')).toMatchObject({ code: 0 });
  catalog.package('issuer', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'issuer.v1.0.0' }] }).save();
  const done = await run('install', 'market', ...from(catalog));
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining(`issuer: upgrade 1.0.0 to 1.1.0 in namespace ${tenant.namespace}, from catalog own`) });
  expect(done.stderr).not.toContain('Not counted');
  expect(await inTenant('delete', 'issuer')).toMatchObject({ code: 0 });
});
