import { changedDefaults, changesOf, fitted, MAX_UPGRADE_BYTES } from '../../../../../lib/controllers/extension/preview';

const objects = (count: number, changes: number) => Array.from({ length: count }, (_, index) => ({
  action: 'change', object: `ConfigMap.v1 shop/object-${index}`,
  changes: Array.from({ length: changes }, (__, at) => ({ path: `data.key-${at}`, before: '"old value"', after: '"new value"' })),
}));

test('whatever the size of a package, what it says of it fits, and what is left out is counted', () => {
  for (const [count, changes] of [[10, 2], [300, 50], [5_000, 50], [5_000, 0]] as const) {
    const fit = fitted({ objects: objects(count, changes), permissions: Array.from({ length: 500 }, (_, index) => `on the cluster: get kind-${index}`) });
    expect(Buffer.byteLength(JSON.stringify(fit))).toBeLessThan(MAX_UPGRADE_BYTES + 1_000);
    expect((fit.objects?.length ?? 0) + (fit.omitted ?? 0)).toBe(count);
    expect(fit.objects?.length).toBeLessThanOrEqual(300);
    expect(fit.objects?.every((one) => (one.changes?.length ?? 0) <= 50)).toBe(true);
    expect(fit.permissions?.at(-1)).toBe('and 301 more');
  }
});

test('a list that is filled with long texts leaves room for the objects, and says what it leaves out', () => {
  const long = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(900)}`);
  const fit = fitted({ objects: objects(400, 0), permissions: long, definitions: long, imagesAdded: long, imagesRemoved: long });
  expect(Buffer.byteLength(JSON.stringify(fit))).toBeLessThan(MAX_UPGRADE_BYTES + 1_000);
  expect(fit.objects?.length).toBe(300);
  expect([fit.permissions?.[0], fit.permissions?.at(-1)]).toEqual([long[0], 'and 182 more']);
});

test('what stands in the way, gives power or is lost is not cut off behind what is harmless', () => {
  const planned = (action: string, apiVersion: string, kind: string, name: string) => ({ ref: { apiVersion, kind, name }, action, changes: [] });
  const harmless = Array.from({ length: 400 }, (_, index) => planned('create', 'v1', 'ConfigMap', `settings-${index}`));
  const { objects: shown, omitted } = fitted(changesOf({
    basis: 'b', from: '1.0.0', content: 'c', crdUpgrades: [], before: [], next: [], defaults: [], dependencies: [], isConfidential: false,
    phases: [{ objects: [
      ...harmless, planned('create', 'rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', 'zz'),
      planned('create', 'admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'zz'), planned('refused', 'v1', 'Service', 'zz'),
    ] }],
    removals: [{ ref: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'zz' }, action: 'delete' }],
  } as unknown as Parameters<typeof changesOf>[0]));
  expect(shown?.slice(0, 5).map(({ action, object }) => `${action} ${object}`)).toEqual([
    'refused Service.v1 zz', 'create ClusterRoleBinding.rbac.authorization.k8s.io/v1 zz',
    'create MutatingWebhookConfiguration.admissionregistration.k8s.io/v1 zz', 'delete PersistentVolumeClaim.v1 zz', 'create ConfigMap.v1 settings-0',
  ]);
  expect(omitted).toBe(104);
});

test('empty lists are left out', () => expect(fitted({ basis: 'b', objects: [], defaults: [], definitions: [] })).toEqual({ basis: 'b' }));

test('a default counts where it is another one and nothing else is configured', () => {
  const schema = (defaults: Readonly<Record<string, number>>) => ({
    properties: {
      manager: { properties: Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, { default: value }])) },
    },
  });
  const [before, after] = [schema({ same: 1, other: 1, set: 1, gone: 1 }), schema({ same: 1, other: 2, set: 2, added: 3 })];
  expect(changedDefaults(before, after, { manager: { set: 5 } })).toEqual([
    { path: 'manager.added', after: '3' }, { path: 'manager.gone', before: '1' }, { path: 'manager.other', before: '1', after: '2' },
  ]);
  expect(changedDefaults(undefined, undefined, undefined)).toEqual([]);
});
