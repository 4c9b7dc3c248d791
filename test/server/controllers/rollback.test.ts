/** Going back: by itself when an upgrade fails for good, by the command, and by the spec; and between bundle formats of one package. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { boxcutter } from '../cli/command';
import { OtherClient } from '../support/extension';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision } from './fleet';

const group = fleet();
let catalog: PublishedCatalog;

const name = (): string => `roll-${group.shard}`;
const settings = (): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', namespace: group.test.namespace });
const config = (colour: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { colour } });
/** Of a kind that another definition of the same group has: the API server does not accept the names, and never will. */
const definition = (plural: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.roll.${group.shard}.example` },
  spec: {
    group: `roll.${group.shard}.example`, scope: 'Namespaced', names: { kind: 'Thing', plural, singular: plural, listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
  },
});
const gate = (more: object = {}): object => ({
  apiVersion: `roll.${group.shard}.example/v1`, kind: 'Thing',
  metadata: { name: 'gate', namespace: group.test.namespace, annotations: { 'olm.operatorframework.io/upgrade-gate': 'Upgradeable' } }, ...more,
});
const spec = (version: string, more: object = {}): object => ({
  namespace: group.test.namespace, onUpgradeFailure: 'Rollback', ...more,
  source: { sourceType: 'Catalog', catalog: { packageName: 'roll', version, upgradeConstraintPolicy: 'SelfCertified' } },
});
const versionOf = (object: KubeObject | undefined): string | undefined => (
  ((object?.['status'] ?? {}) as { readonly install?: { readonly bundle: { readonly version: string } } }).install?.bundle.version
);
const colour = async (): Promise<unknown> => ((await group.other.get(settings()))['data'] as { readonly colour: string }).colour;
const entries = [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'roll.v1.0.0' }, { name: '2.0.0', replaces: 'roll.v1.1.0' }];

beforeAll(async () => {
  catalog = new PublishedCatalog(group, 'rolling');
  await catalog.bundle('roll', '1.0.0', { objects: [config('red')] });
  await catalog.bundle('roll', '1.1.0', { plain: true, objects: [config('green'), gate()] });
  await catalog.bundle('roll', '2.0.0', { plain: true, objects: [config('blue'), definition('others')] });
  catalog.package('roll', { stable: entries });
  await group.startControllers();
  await group.other.apply(definition('things') as KubeObject);
  await group.apply('ClusterCatalog', group.shard, { source: { type: 'Image', image: { ref: await catalog.push('v1') } } });
  await group.apply('ClusterExtension', name(), spec('1.0.0'));
  await group.other.until(extension(name()), (live) => versionOf(live) === '1.0.0');
}, 90_000);

test('another bundle format of the same package: what both have stays the same object, what only the old one had goes', async () => {
  const { metadata: { uid } } = await group.other.get(settings());
  const operator: ObjectRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'roll-operator', namespace: group.test.namespace };
  expect(await group.other.exists(operator)).toBe(true);
  await group.patch(extension(name()), spec('1.1.0'));
  await group.other.until(extension(name()), (live) => versionOf(live) === '1.1.0');
  await group.other.until(operator, (live) => live === undefined);
  expect([(await group.other.get(settings())).metadata.uid, await colour()]).toEqual([uid, 'green']);
});

test('what is installed can block its upgrade, until a condition that its package names is as it should be', async () => {
  await group.until(revision(`${name()}-2`), 'Upgradeable False UpgradeGated: missing condition "Upgradeable"');
  await group.patch(extension(name()), spec('2.0.0'));
  await group.until(revision(`${name()}-2.0.0`), 'Progressing False UpgradeGated: missing condition "Upgradeable"');
  // No person is asked, whatever the gate says.
  await group.until(revision(`${name()}-2.0.0`), 'Approved True ApprovedByRule');
  await group.until(extension(name()), 'Progressing True Succeeded: waits, because what is installed lets no upgrade happen now');
  const listed = await boxcutter(['upgrades', '-l', `shard=${group.shard}`]);
  expect(listed.stdout).toMatch(/1\.1\.0 +2\.0\.0 .* gated /);
  await new OtherClient(group.test.cluster, 'operator').apply(gate({ status: { conditions: [{ type: 'Upgradeable', status: 'True' }] } }) as KubeObject);
  await group.other.until(revision(`${name()}-3`), (live) => live !== undefined);
});

test('an upgrade that fails for good is rolled back, and is not tried again by itself', async () => {
  const { metadata: { uid } } = await group.other.get(settings());
  await group.until(revision(`${name()}-4`), 'Succeeded True RolloutSuccess');
  await group.until(extension(name()), 'Progressing True Succeeded: Version 2.0.0 is available, and waits for approval, because it was installed before, failed, and was rolled back');
  expect([(await group.other.get(settings())).metadata.uid, await colour()]).toEqual([uid, 'green']);
  expect(versionOf(await group.other.get(extension(name())))).toBe('1.1.0');
  await group.until(revision(`${name()}-2.0.0`), 'Approved False WaitingForApproval: it was installed before, failed, and was rolled back');
  await group.until(revision(`${name()}-3`), 'Progressing False Archived');
});

test('the command goes back to the version before, which no catalog has any more; the history shows from where', async () => {
  const without = new PublishedCatalog(group, 'rolling-on');
  await without.bundle('roll', '1.1.0', { plain: true, objects: [config('green'), gate()] });
  await without.bundle('roll', '2.0.0', { plain: true, objects: [config('blue'), definition('others')] });
  without.package('roll', { stable: [{ name: '1.1.0' }, { name: '2.0.0', replaces: 'roll.v1.1.0' }] });
  await group.patch(clusterCatalog(group.shard), { source: { type: 'Image', image: { ref: await without.push('v1') } } });
  const planned = await boxcutter(['rollback', name(), '--dry-run']);
  expect([planned.code, planned.stdout]).toEqual([10, expect.stringContaining('version 1.1.0 → version 1.0.0, as revision 1 had it; nothing was changed')]);
  const plan = await boxcutter(['rollback', name(), '--plan']);
  expect([plan.stdout, plan.stderr]).toEqual([
    expect.stringMatching(/^\S+: version 1\.1\.0 → version 1\.0\.0, as revision 1 had it; nothing was changed\n[^]*- green\n +\+ red\n/),
    expect.stringContaining('The controllers render version 1.0.0 anew, with the configuration of now, so what they roll out may differ.'),
  ]);
  const refused = await boxcutter(['rollback', name(), '--keep-crds', '--orphan']);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`The controllers run extension "${name()}", and --keep-crds, --orphan mean nothing to them.`)]);
  const elsewhere = await boxcutter(['rollback', name(), '-n', 'elsewhere']);
  expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining(`installs into namespace ${group.test.namespace}, and not into elsewhere. Nothing was changed.`)]);
  const run = await boxcutter(['rollback', name()]);
  expect([run.code, run.stderr]).toEqual([0, '']);
  await group.other.until(extension(name()), (live) => versionOf(live) === '1.0.0');
  expect(await colour()).toBe('red');
  const { stdout } = await boxcutter(['history', name(), '-o', 'json']);
  const { revisions } = JSON.parse(stdout) as { readonly revisions: readonly { readonly number: number; readonly rollbackOf?: number }[] };
  expect(revisions.slice(0, 2).map(({ number, rollbackOf }) => [number, rollbackOf])).toEqual([[5, 1], [4, 2]]);
});

test('while a rollout is stuck, the spec goes back', async () => {
  await group.patch(extension(name()), spec('2.0.0', { onUpgradeFailure: 'Stop' }));
  await group.until(extension(name()), 'Progressing False Blocked');
  await group.patch(extension(name()), spec('1.1.0', { onUpgradeFailure: 'Stop' }));
  await group.other.until(extension(name()), (live) => versionOf(live) === '1.1.0');
  expect(await colour()).toBe('green');
});
