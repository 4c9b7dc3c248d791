/** Where the configuration of an extension comes from, what passes unchecked, and what the controllers never show. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { clusterCatalog, extension, fleet, PublishedCatalog, revision, saidOf } from './fleet';

const group = fleet();
const PASSWORD = 'hunter2hunter2';

const source = (packageName: string, more: object = {}): object => ({ sourceType: 'Catalog', catalog: { packageName, ...more } });
const image = (ref: string): object => ({ source: { type: 'Image', image: { ref } } });
const objectOf = (kind: string, name: string, apiVersion = 'v1'): ObjectRef => ({ apiVersion, kind, name, namespace: group.test.namespace });
const put = (kind: string, name: string, data: Readonly<Record<string, string>>): Promise<KubeObject> => group.other.apply({
  apiVersion: 'v1', kind, metadata: { name, namespace: group.test.namespace }, ...(kind === 'Secret' ? { stringData: data } : { data }),
});
const named = (name: string): ObjectRef => extension(`${name}-${group.shard}`);
const withPassword = (value: string): string => `deploymentConfig:\n  env:\n  - name: PASSWORD\n    value: ${value}\n`;
const specOf = (packageName: string, config?: object, more: object = {}): object => (
  { namespace: group.test.namespace, source: source(packageName), ...more, ...(config === undefined ? {} : { config }) }
);
const fromSecret = (name: string, key?: string): object => ({ configType: 'Secret', secret: { name, ...(key === undefined ? {} : { key }) } });

function definition(plural: string, values: readonly string[]): object {
  const kind = 'Gadget';
  const properties = { spec: { type: 'object', properties: { mode: { type: 'string', enum: values } } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group.shard}.example` },
    spec: {
      group: `${group.shard}.example`, scope: 'Namespaced', names: { kind, plural, singular: 'gadget', listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } }],
    },
  };
}

async function gone(ref: ObjectRef): Promise<void> {
  await group.other.delete(ref);
  await group.other.until(ref, (live) => live === undefined);
}

async function envOf(deployment: string): Promise<unknown> {
  const live = await group.other.get(objectOf('Deployment', deployment, 'apps/v1'));
  return JSON.parse(JSON.stringify(live)).spec.template.spec.containers[0].env;
}

beforeAll(async () => {
  const catalog = new PublishedCatalog(group, 'settings');
  const configMap = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: {} });
  await catalog.bundle('vault', '1.0.0');
  await catalog.bundle('plain', '1.0.0', { plain: true, objects: [configMap('plain')] });
  await catalog.bundle('gadgets', '1.0.0', { plain: true, objects: [definition('gadgets', ['a', 'b'])] });
  await catalog.bundle('gadgets', '1.1.0', { plain: true, objects: [definition('gadgets', ['a'])] });
  await catalog.bundle('carried', '1.0.0', { carried: true });
  await catalog.bundle('hollow', '1.0.0', { carried: 'partly' });
  for (const name of ['vault', 'plain', 'carried', 'hollow']) catalog.package(name, { stable: [{ name: '1.0.0' }] });
  catalog.package('gadgets', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'gadgets.v1.0.0' }] });
  const ref = await catalog.push();
  await group.startControllers();
  await group.apply('ClusterCatalog', group.shard, image(ref));
  await group.until(clusterCatalog(group.shard), 'Serving True Available');
}, 60_000);

describe('a configuration in a Secret', () => {
  const invalid = (message: string): Promise<KubeObject> => (
    group.until(named('vault'), `Progressing False InvalidConfiguration: invalid bundle configuration: ${message}`)
  );

  test('is waited for, and every mistake is told without what is in it', async () => {
    const secret = `vault-${group.shard}`;
    await group.apply('ClusterExtension', named('vault').name, specOf('vault', fromSecret(secret)));
    await invalid(`Secret ${group.test.namespace}/${secret} does not exist`);
    await put('Secret', secret, { other: 'x' });
    await invalid(`Secret ${group.test.namespace}/${secret} has no key "config.yaml"; it has other`);
    await put('Secret', secret, { 'config.yaml': `password: "${PASSWORD}` });
    await invalid(`key "config.yaml" of Secret ${group.test.namespace}/${secret} is neither valid JSON nor valid YAML`);
    await put('Secret', secret, { 'config.yaml': PASSWORD });
    await invalid(`key "config.yaml" of Secret ${group.test.namespace}/${secret} is not an object`);
    await put('Secret', secret, { 'config.yaml': `watchNamespace: "${PASSWORD}!"\n` });
    const refused = await invalid("invalid value for field 'watchNamespace'");
    expect(JSON.stringify(refused)).not.toContain(PASSWORD);
    await put('Secret', secret, { 'config.yaml': withPassword(PASSWORD) });
    await group.until(named('vault'), 'Installed True Succeeded');
    expect(await envOf('vault-operator')).toEqual([{ name: 'PASSWORD', value: PASSWORD }]);
  });

  test('another value makes another revision; nothing that stays the same does', async () => {
    const secret = `vault-${group.shard}`;
    await put('Secret', secret, { 'config.yaml': withPassword(`${PASSWORD}X`) });
    await group.until(revision(`${named('vault').name}-2`), 'Succeeded True RolloutSuccess');
    expect(await envOf('vault-operator')).toEqual([{ name: 'PASSWORD', value: `${PASSWORD}X` }]);
    await put('Secret', secret, { 'config.yaml': withPassword(`${PASSWORD}X`), 'unrelated': 'y' });
    await put('Secret', secret, { 'config.yaml': withPassword(`${PASSWORD}Y`) });
    await group.until(revision(`${named('vault').name}-3`), 'Succeeded True RolloutSuccess');
    expect(await envOf('vault-operator')).toEqual([{ name: 'PASSWORD', value: `${PASSWORD}Y` }]);
  });

  test('is nowhere to be read but in Secrets and in what the bundle puts it into', async () => {
    const selected = { labelSelector: `shard=${group.shard}` };
    const [extensions, revisions, events] = await Promise.all([
      group.test.cluster.list({ apiVersion: named('').apiVersion, kind: 'ClusterExtension', ...selected }),
      group.test.cluster.list({ apiVersion: named('').apiVersion, kind: 'ClusterExtensionRevision', ...selected }),
      group.test.cluster.list({ apiVersion: 'events.k8s.io/v1', kind: 'Event' }),
    ]);
    expect(revisions.objects.length).toBeGreaterThan(0);
    expect(JSON.stringify([extensions.objects, revisions.objects, events.objects])).not.toContain(PASSWORD);
    const phases = revisions.objects.flatMap(({ spec }) => (spec as { readonly phases: readonly { readonly objects: readonly object[] }[] }).phases);
    expect(phases.flatMap(({ objects }) => objects).filter((object) => 'object' in object)).toEqual([]);
  });

  afterAll(async () => {
    await gone(named('vault'));
  });
});

test('a configuration in a ConfigMap is followed, and is checked like any other', async () => {
  const [itself, name] = [named('mapped'), `mapped-${group.shard}`];
  await put('ConfigMap', name, { settings: JSON.stringify({ foo: 1 }) });
  await group.apply('ClusterExtension', itself.name, specOf('vault', { configType: 'ConfigMap', configMap: { name, key: 'settings' } }));
  await group.until(itself, "Progressing False InvalidConfiguration: invalid bundle configuration: unknown key 'foo'");
  await put('ConfigMap', name, { settings: withPassword('public') });
  await group.until(itself, 'Installed True Succeeded');
  await group.other.delete(objectOf('ConfigMap', name));
  await group.until(itself, `Progressing False InvalidConfiguration: invalid bundle configuration: ConfigMap ${group.test.namespace}/${name} does not exist`);
  expect(saidOf(await group.other.get(itself))).toContainEqual(expect.stringContaining('Installed True Succeeded'));
  await gone(itself);
});

test.each<readonly [string, object, string]>([
  ['a source without its reference', { configType: 'Secret' }, 'secret is required when configType is Secret, and forbidden otherwise'],
  ['a reference of another source', { configType: 'ConfigMap', configMap: { name: 'a' }, secret: { name: 'a' } }, 'secret is required when configType is Secret, and forbidden otherwise'],
  ['an inline configuration beside a reference', { configType: 'Secret', secret: { name: 'a' }, inline: { a: 1 } }, 'inline is required when configType is Inline, and forbidden otherwise'],
])('%s is refused by the API server', async (_, config, message) => {
  await expect(group.apply('ClusterExtension', named('refused').name, specOf('vault', config))).rejects.toThrow(message);
});

test('a configuration without a schema passes only where somebody says so', async () => {
  const itself = named('plain');
  const inline = { configType: 'Inline', inline: { anything: true } };
  await group.apply('ClusterExtension', itself.name, specOf('plain', inline));
  await group.until(itself, "Progressing False InvalidConfiguration: invalid bundle configuration: bundle 'plain' does not support configuration");
  await group.until(itself, 'Progressing False InvalidConfiguration: spec.config.dangerouslyAcceptBundlesWithoutConfigSchema');
  await group.patch(itself, specOf('plain', { ...inline, dangerouslyAcceptBundlesWithoutConfigSchema: true }));
  await group.until(itself, 'Installed True Succeeded');
  await gone(itself);
});

test('a definition that loses values is refused, and enforcement None rolls it out to the end', async () => {
  const itself = named('gadgets');
  const ofVersion = (version: string, more: object = {}): object => ({ namespace: group.test.namespace, source: source('gadgets', { version }), ...more });
  const enforcement = (value: string): object => ({ install: { preflight: { crdUpgradeSafety: { enforcement: value } } } });
  await group.apply('ClusterExtension', itself.name, ofVersion('1.0.0'));
  await group.until(itself, 'Installed True Succeeded');
  // What nothing is stored of may lose values.
  const gadget = { apiVersion: `${group.shard}.example/v1`, kind: 'Gadget', name: 'one', namespace: group.test.namespace };
  await group.other.apply({ apiVersion: gadget.apiVersion, kind: gadget.kind, metadata: { name: gadget.name, namespace: gadget.namespace }, spec: { mode: 'b' } });
  await group.patch(itself, ofVersion('1.1.0', enforcement('Strict')));
  await group.until(itself, 'Progressing True Retrying: allowed enum values removed');
  await group.until(itself, 'Progressing True Retrying: spec.install.preflight.crdUpgradeSafety.enforcement');
  await group.patch(itself, ofVersion('1.1.0', enforcement('None')));
  await group.until(revision(`${itself.name}-2`), 'Succeeded True RolloutSuccess');
  const live = await group.other.get({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `gadgets.${group.shard}.example` });
  expect(JSON.stringify(live['spec'])).toContain('"enum":["a"]');
  await gone(gadget);
  await gone(itself);
});

test('a bundle that a catalog carries is installed; one of which nothing is carried says so', async () => {
  const [carried, hollow] = [named('carried'), named('hollow')];
  await group.apply('ClusterExtension', carried.name, specOf('carried'));
  await group.apply('ClusterExtension', hollow.name, specOf('hollow'));
  await group.until(carried, 'Installed True Succeeded: carried.v1.0.0');
  await group.until(hollow, 'Progressing False Blocked: names no image, and the catalog does not carry all of its manifests');
  await gone(carried);
  await gone(hollow);
});
