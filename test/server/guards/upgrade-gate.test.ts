/** Upgrade gates and the command: another version waits until what is installed says that it may come; everything else does not. */
import { boxcutter, commandBench, type Finished } from '../cli/command';
import { document } from '../cli/documents';
import { patchSubresource } from '../support/subresource';

const bench = commandBench();
const GATE = 'olm.operatorframework.io/upgrade-gate';

/** A rollout as `cdk8s synth` writes it: a Deployment that is the gate, and what the versions differ in. */
function shop(version: string | undefined, value = version ?? 'none'): string {
  const deployment = {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: bench.namespace, annotations: { [GATE]: 'Migrating=False' } },
    spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'example.com/web' }] } } },
  };
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: bench.namespace }, data: { value } };
  const annotations = version === undefined ? {} : { annotations: { 'olm.operatorframework.io/bundle-version': version } };
  return bench.scratch.write(`shop-${version ?? 'none'}-${value}.yaml`, JSON.stringify({
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision',
    metadata: { name: 'shop-1', labels: { 'olm.operatorframework.io/owner-name': 'shop' }, ...annotations },
    spec: { lifecycleState: 'Active', revision: 1, collisionProtection: 'Prevent', phases: [{ name: 'all', objects: [{ object: settings }, { object: deployment }] }] },
  }));
}

const run = (...args: readonly string[]): Promise<Finished> => boxcutter(bench.in_(...args));
const value = async (): Promise<unknown> => (await bench.test.get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace: bench.namespace }))?.['data'];

/** As the program of the package says it. */
async function migrating(status: 'True' | 'False', message = ''): Promise<void> {
  const live = await bench.test.get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: bench.namespace });
  const { conditions = [] } = (live?.['status'] ?? {}) as { readonly conditions?: readonly { readonly type: string }[] };
  const now = { type: 'Migrating', status, message, reason: 'Told', lastTransitionTime: '2026-01-01T00:00:00Z', lastUpdateTime: '2026-01-01T00:00:00Z' };
  const others = conditions.filter(({ type }) => type !== 'Migrating');
  await patchSubresource(`apis/apps/v1/namespaces/${bench.namespace}/deployments/web/status`, { status: { conditions: [...others, now] } }, 'shop');
}

test('a closed gate keeps another version out, which a plan shows, and nothing else; an open one lets it in', async () => {
  expect(await run('apply', shop('1.0.0'))).toMatchObject({ code: 0 });

  const refused = await run('apply', shop('1.1.0'));
  expect(refused.code).toBe(3);
  expect(refused).toBeOneMessage();
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `Version 1.0.0 of extension "shop", which is installed, lets no upgrade happen now: Deployment ${bench.namespace}/web: missing condition "Migrating". `
    + 'Nothing was changed. Run it again when that is so, or upgrade all the same with --ignore-upgrade-gate.',
  );
  // A plan says what the upgrade would do, and what it waits for.
  const gates = `Deployment ${bench.namespace}/web: missing condition "Migrating"`;
  const planned = await run('plan', shop('1.1.0'), '-o', 'json');
  expect([planned.code, document(planned)]).toEqual([3, expect.objectContaining({
    schema: 'boxcutter.plan/v1', changes: true, counts: { change: 1, unchanged: 1 }, gated: { extension: 'shop', number: 1, version: '1.0.0', gates },
  })]);
  const shown = await run('plan', shop('1.1.0'));
  expect(shown.code).toBe(3);
  expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(`1 to change, 1 unchanged The order: all ! Version 1.0.0 of extension "shop", which is installed, lets no upgrade happen now: ${gates}. Nothing was changed.`);
  expect((await run('apply', shop(undefined, 'other'))).code).toBe(3);
  expect(await value()).toEqual({ value: '1.0.0' });
  expect((document(await run('history', 'shop', '-o', 'json')) as { readonly revisions: readonly unknown[] }).revisions).toHaveLength(1);

  // The same version with another configuration, and what is older.
  expect(await run('apply', shop('1.0.0', 'changed'))).toMatchObject({ code: 0 });
  expect(await run('apply', shop('0.9.0'))).toMatchObject({ code: 0 });
  expect(await run('rollback', 'shop')).toMatchObject({ code: 0 });
  expect(await value()).toEqual({ value: 'changed' });

  await migrating('True', 'moving rows');
  expect((await run('apply', shop('1.1.0'))).stderr.replaceAll(/\s+/g, ' ')).toContain('condition "Migrating" is not "False" (moving rows). Nothing was changed.');
  await migrating('False');
  expect(await run('apply', shop('1.1.0'))).toMatchObject({ code: 0 });
  expect(await value()).toEqual({ value: '1.1.0' });
});

test('--ignore-upgrade-gate upgrades all the same', async () => {
  await migrating('True');
  expect((await run('apply', shop('1.2.0'))).code).toBe(3);
  expect((await run('plan', shop('1.2.0'), '--ignore-upgrade-gate')).code).toBe(10);
  expect(await run('apply', shop('1.2.0'), '--ignore-upgrade-gate')).toMatchObject({ code: 0 });
  expect(await value()).toEqual({ value: '1.2.0' });
});
