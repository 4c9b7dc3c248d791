/** Packages as plain+v0 bundles: every object as it is. */
import { canonicalJson } from '../../../../lib/api/canonical-json';
import { bundleFilesOf, readBundle, renderBundle } from '../../../../lib/bundle';
import { account, clusterRole, clusterRoleBinding, clusterWide, definition, deployment, exported, lines, NAMESPACE, object, readBack, role, roleBinding, settings } from '../export/package';

const whole = [
  clusterWide('v1', 'Namespace', NAMESPACE), account(), clusterRole(), clusterRoleBinding(), role(), roleBinding(), definition(), settings(), deployment(),
  object('shop.example/v1', 'ShopOrder', 'first'), object('v1', 'ConfigMap', 'settings', { data: { other: 'namespace' } }, 'elsewhere'),
];

test('any kind, any namespace: one file each, in a flat folder', () => {
  const { files = {} } = exported(whole, { format: 'plain+v0' });
  expect(Object.keys(files)).toEqual([
    'manifests/elsewhere_settings_v1_configmap.yaml',
    'manifests/first_shop.example_v1_shoporder.yaml',
    'manifests/leader_rbac.authorization.k8s.io_v1_role.yaml',
    'manifests/leader_rbac.authorization.k8s.io_v1_rolebinding.yaml',
    'manifests/shop-system_settings_v1_configmap.yaml',
    'manifests/shop-system_v1_namespace.yaml',
    'manifests/shop.example_shoporders.yaml',
    'manifests/shop_apps_v1_deployment.yaml',
    'manifests/shop_rbac.authorization.k8s.io_v1_clusterrole.yaml',
    'manifests/shop_rbac.authorization.k8s.io_v1_clusterrolebinding.yaml',
    'manifests/shop_v1_serviceaccount.yaml',
    'metadata/annotations.yaml',
    'metadata/properties.yaml',
  ]);
  expect(files['metadata/properties.yaml']).toBe('properties:\n- type: olm.package\n  value:\n    packageName: shop\n    version: 1.2.0\n');
});

test('what is read back is the package, and its objects to the letter', () => {
  const bundle = readBack(exported(whole, { format: 'plain+v0', metadata: { channels: ['fast'], dependencies: [{ type: 'olm.gvk', value: { group: 'a.example', version: 'v1', kind: 'A' } }] } }));
  expect(bundle).toMatchObject({ format: 'plain+v0', name: 'shop.v1.2.0', packageName: 'shop', version: '1.2.0', channels: ['fast'], dependencies: [{ type: 'olm.gvk' }] });
  const { objects } = renderBundle(bundle, { installNamespace: NAMESPACE, certificates: 'none' });
  const sorted = (list: readonly object[]): string[] => list.map(canonicalJson).sort();
  // Canonical form gives ports their protocol; these objects have it in the form in which they were written, apart from that.
  const withoutWorkload = <T extends { readonly kind?: unknown }>(list: readonly T[]): T[] => list.filter(({ kind }) => kind !== 'Deployment' && kind !== 'CustomResourceDefinition');
  expect(sorted(withoutWorkload(objects.map(({ manifest }) => manifest)))).toEqual(sorted(withoutWorkload(whole)));
  expect(objects).toHaveLength(whole.length);
});

test('names of files are the same on every file system, and never twice', () => {
  const rbac = (name: string) => clusterWide('rbac.authorization.k8s.io/v1', 'ClusterRole', name, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] });
  const { files = {} } = exported([rbac('system:shop'), rbac('system-shop'), rbac('SYSTEM-shop')], { format: 'plain+v0' });
  expect(Object.keys(files).filter((path) => path.startsWith('manifests/'))).toEqual([
    'manifests/SYSTEM-shop_rbac.authorization.k8s.io_v1_clusterrole.yaml',
    'manifests/system-shop_rbac.authorization.k8s.io_v1_clusterrole-2.yaml',
    'manifests/system-shop_rbac.authorization.k8s.io_v1_clusterrole-3.yaml',
  ]);
});

test('a Secret with content is refused, one that is filled later is not', () => {
  expect(lines(exported([object('v1', 'Secret', 'keys', { data: { key: 'aHVudGVyMg==' } })], { format: 'plain+v0' }))).toEqual([expect.stringMatching(/^export-secret: /)]);
  expect(lines(exported([object('v1', 'Secret', 'token', { type: 'kubernetes.io/service-account-token' })], { format: 'plain+v0' }))).toEqual([]);
});

test('a package without objects is no bundle, and a mistake in an object is found here', () => {
  expect(lines(exported([], { format: 'plain+v0' })).join()).toMatch(/empty-revision/);
  expect(lines(exported([{ ...settings(), dta: {} }], { format: 'plain+v0' })).join()).toMatch(/unknown-field: shop\/configmap-0.*"dta"/);
});

test('the order in which objects come makes no difference', () => {
  expect(exported([...whole].reverse(), { format: 'plain+v0' }).files).toEqual(exported(whole, { format: 'plain+v0' }).files);
  expect(JSON.stringify(exported([...whole].reverse(), { format: 'plain+v0' }).files)).toBe(JSON.stringify(exported(whole, { format: 'plain+v0' }).files));
});

describe('configuration', () => {
  const configuration = {
    schema: { type: 'object', properties: { replicas: { type: 'integer', description: 'How many.', default: 2 }, token: { type: 'string', writeOnly: true }, mode: { type: 'string' } }, additionalProperties: false },
    value: { replicas: 2, token: 'hunter2' },
  };
  const render = (format: 'plain+v0' | 'registry+v1', config: object, metadata = {}) => {
    const { files = {} } = exported([account(), settings(), deployment()], { format, configuration, metadata });
    const { bundle } = readBundle(bundleFilesOf('shop', Object.entries(files)));
    return renderBundle(bundle!, { installNamespace: NAMESPACE, certificates: 'none', config });
  };

  test.each(['plain+v0', 'registry+v1'] as const)('%s takes what was built in and refuses everything else, since it could not change a thing', (format) => {
    expect(render(format, { replicas: 2 }).findings).toEqual([]);
    expect(render(format, {}).findings).toEqual([]);
    expect(render(format, { replicas: 3, mode: 'x' }).findings.map(({ message }) => message)).toEqual([
      "invalid bundle configuration: unknown key 'mode'; invalid value for field 'replicas' must be 2 but got 3",
    ]);
  });

  test('what OLM configures by itself stays configurable', () => {
    const { objects } = render('registry+v1', { watchNamespace: NAMESPACE, deploymentConfig: { nodeSelector: { disk: 'ssd' } } }, { installModes: ['OwnNamespace'] });
    expect(objects.find(({ manifest }) => manifest['kind'] === 'Deployment')?.manifest).toMatchObject({ spec: { template: { spec: { nodeSelector: { disk: 'ssd' } } } } });
    expect(render('registry+v1', { replicas: 2 }, { installModes: ['OwnNamespace'] }).findings[0]?.message).toContain("missing required field 'watchNamespace'");
  });

  test('a secret value is written nowhere', () => {
    const { files } = exported([settings()], { format: 'plain+v0', configuration });
    expect(Object.keys(files ?? {})).toContain('metadata/config-schema.json');
    expect(JSON.stringify(files)).not.toContain('hunter2');
  });

  const string = { type: 'string' };
  test.each([
    ['inside an object', { database: { type: 'object', properties: { host: string, pin: { ...string, writeOnly: true } } } }, { database: { host: 'db', pin: 'hunter2' } }],
    ['in a list', { users: { type: 'array', items: { type: 'object', properties: { pin: { ...string, format: 'password' } } } } }, { users: [{ pin: 'hunter2' }] }],
    ['behind a reference', { pin: { $ref: '#/definitions/pin' } }, { pin: 'hunter2' }],
    ['known by its name alone', { database: { type: 'object', properties: { password: string } } }, { database: { password: 'hunter2' } }],
  ])('a secret value %s is not, either', (_, properties, value) => {
    const schema = { type: 'object', additionalProperties: false, properties: { ...properties, mode: string }, definitions: { pin: { ...string, writeOnly: true } } };
    const { files = {} } = exported([settings()], { format: 'plain+v0', configuration: { schema, value: { ...value, mode: 'fast' } } });
    expect(JSON.stringify(files)).not.toContain('hunter2');
    expect(Object.keys(JSON.parse(files['metadata/config-schema.json'] ?? '').properties)).toEqual(['mode']);
  });

  test('a package without configuration has no schema, and the rules of the format hold', () => {
    const { files } = exported([settings()], { format: 'plain+v0', configuration: { schema: { type: 'object', properties: {} }, value: {} } });
    expect(Object.keys(files ?? {})).not.toContain('metadata/config-schema.json');
  });
});
