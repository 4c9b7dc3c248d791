import { changedDefaults, fitted, MAX_UPGRADE_BYTES } from '../../../../../lib/controllers/extension/preview';

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
