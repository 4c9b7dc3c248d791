import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldSet, KubeObject, ManagedFieldsEntry } from '../../../../lib/api';
import { interferences, isExactlyApplied, isLost, isRestless, ownedDigest } from '../../../../lib/engine/fields';
import { BUILT_IN_GROUPS } from '../../../../lib/engine/fields/zeros';
import { kubernetesSchemas } from '../../../../lib/schema';

/** Would an apply change anything? Decided from the managed fields alone. Sound: every doubt is "yes". */
const desired: KubeObject = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'x', namespace: 'n', labels: { app: 'web' } },
  spec: {
    replicas: 2,
    atomic: [1, { a: 2 }],
    tags: ['b', 'a'],
    containers: [{ name: 'web', image: 'web:1' }, { name: 'log', image: 'log:1' }],
    empty: {},
  },
};

const FIELDS = {
  'f:metadata': { 'f:labels': { 'f:app': {} } },
  'f:spec': {
    'f:replicas': {},
    'f:atomic': {},
    'f:tags': { 'v:"a"': {}, 'v:"b"': {} },
    'f:containers': {
      'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} },
      'k:{"name":"log"}': { '.': {}, 'f:name': {}, 'f:image': {} },
    },
    'f:empty': {},
  },
};

type Spec = Record<string, unknown>;
type Entry = ManagedFieldsEntry;
function live(spec: Spec = {}, fields: unknown = FIELDS, more: Partial<Entry> = {}, others: readonly Entry[] = []): KubeObject {
  const entry = { manager: 'boxcutter', operation: 'Apply', apiVersion: 'v1', fieldsV1: JSON.parse(JSON.stringify(fields)) as FieldSet, ...more };
  return {
    ...desired,
    metadata: { ...desired.metadata, uid: 'u', resourceVersion: '7', managedFields: [entry, ...others] },
    spec: { ...(desired['spec'] as Spec), ...spec },
    status: { phase: 'Ready' },
  };
}

function withSpecFields(change: Record<string, unknown>): unknown {
  return { ...FIELDS, 'f:spec': { ...FIELDS['f:spec'], ...change } };
}

const applied = (object: KubeObject, wanted: KubeObject = desired): boolean => isExactlyApplied(wanted, object, 'boxcutter');
const CONTAINERS = (desired['spec'] as { containers: object[] }).containers;

describe('nothing to apply', () => {
  test.each<[string, KubeObject]>([
    ['exactly what we applied', live()],
    ['fields that others own', live({ paused: true }, FIELDS, {}, [{ manager: 'hpa', operation: 'Update', fieldsV1: { 'f:spec': { 'f:paused': {} } } }])],
    ['fields that others own together with us', live({}, FIELDS, {}, [{ manager: 'other', operation: 'Apply', fieldsV1: FIELDS }])],
    ['list items of others between ours', live({ containers: [CONTAINERS[0], { name: 'sidecar', image: 's' }, CONTAINERS[1]] })],
    ['members of others in our list items', live({ containers: [{ ...CONTAINERS[0], policy: 'Always' }, CONTAINERS[1]] })],
    ['set items of others between ours', live({ tags: ['b', 'c', 'a'] })],
  ])('%s', (_, object) => expect(applied(object)).toBe(true));

  test.each<[string, unknown, unknown, boolean]>([
    ['a zero that the server leaves out', false, undefined, true],
    ['zeros within a value that is owned as a whole: one of them may be an entry of a map', [{ name: 'a', port: 0, text: '' }], [{ name: 'a' }], false],
    ['a zero where another manager set another value', false, true, false],
    ['a value that the server left out', 5, undefined, false],
    ['a zero of the server where nothing is wanted', [{ name: 'a' }], [{ name: 'a', port: 0 }], false],
  ])('zero values: %s', (_, wanted, stored, equal) => {
    const spec = (value: unknown): Spec => ({ ...(desired['spec'] as Spec), replicas: value });
    expect(applied(live({ replicas: stored }), { ...desired, spec: spec(wanted) })).toBe(equal);
  });
});

describe('an apply may change something', () => {
  test.each<[string, KubeObject]>([
    ['a value differs', live({ replicas: 3 })],
    ['a value has another type', live({ replicas: '2' })],
    ['another manager took a field from us', live({}, withSpecFields({ 'f:replicas': undefined }))],
    ['we own a field that is no longer wanted', live({ old: 1 }, withSpecFields({ 'f:old': {} }))],
    ['keyed list in another order', live({ containers: [...CONTAINERS].reverse() })],
    ['set in another order', live({ tags: ['a', 'b'] })],
    ['atomic list differs inside', live({ atomic: [1, { a: 3 }] })],
    ['a list item is gone', live({ containers: [CONTAINERS[0]] })],
    ['a set item is gone', live({ tags: ['b'] })],
    ['an item of ours is no longer wanted', live({}, withSpecFields({ 'f:tags': { 'v:"a"': {}, 'v:"b"': {}, 'v:"c"': {} } }))],
    ['applied in another version', live({}, FIELDS, { apiVersion: 'v1beta1' })],
    ['written by Update under our name', live({}, FIELDS, { operation: 'Update' })],
    ['only our entry for a subresource', live({}, FIELDS, { subresource: 'status' })],
    ['no managed fields at all', { ...live(), metadata: { ...live().metadata, managedFields: [{}] } }],
    ['an item that is there twice', live({ containers: [...CONTAINERS, CONTAINERS[0]] })],
    ['an index instead of a key', live({}, withSpecFields({ 'f:tags': { 'i:0': {}, 'i:1': {} } }))],
  ])('%s', (_, object) => expect(applied(object)).toBe(false));

  test('two wanted items for one key: the server decides', () => {
    const twice = { ...desired, spec: { ...(desired['spec'] as Spec), containers: [CONTAINERS[0], CONTAINERS[0]] } };
    expect(applied(live(), twice)).toBe(false);
  });
});

describe('the digest of what we own', () => {
  const same = (object: KubeObject): boolean => ownedDigest(object, 'boxcutter') === ownedDigest(live(), 'boxcutter');

  test('does not see what others own', () => {
    expect(same(live({ paused: true, containers: [{ name: 'sidecar' }, ...CONTAINERS] }))).toBe(true);
    expect(same({ ...live(), status: { phase: 'Failed' } })).toBe(true);
  });

  test('sees values, order, lost and won fields', () => {
    expect(same(live({ replicas: 3 }))).toBe(false);
    expect(same(live({ containers: [...CONTAINERS].reverse() }))).toBe(false);
    expect(same(live({}, withSpecFields({ 'f:replicas': undefined })))).toBe(false);
    expect(same(live({}, withSpecFields({ 'f:paused': {} })))).toBe(false);
    expect(ownedDigest({ ...live(), metadata: {} }, 'boxcutter')).not.toBe(ownedDigest(live(), 'boxcutter'));
  });

  test('without an entry of ours, no other state than the one that our apply left is taken for it', () => {
    const cleared = (resourceVersion: string): string => ownedDigest({ ...live(), metadata: { ...desired.metadata, resourceVersion } }, 'boxcutter');
    expect(cleared('7')).toBe(cleared('7'));
    expect(cleared('8')).not.toBe(cleared('7'));
  });

  test('of a custom resource sees that a list next to our fields has gone', () => {
    const custom = (spec: Spec): string => ownedDigest({ ...live({}, { 'f:spec': { 'f:replicas': {} } }), apiVersion: 'example.com/v1', spec }, 'boxcutter');
    expect(custom({ replicas: 2, list: [] })).not.toBe(custom({ replicas: 2 }));
    expect(custom({ replicas: 2, list: [] })).toBe(custom({ replicas: 2, list: ['theirs'] }));
  });
});

/** Every answer that a fuzz run found to be wrong, or needlessly careful, and what is right. */
test('a field set of another version of the kind, in which the list was a map, is no trouble', () => {
  const live: KubeObject = {
    apiVersion: 'example.com/v2', kind: 'Thing', spec: { ports: [{ name: 'web' }] },
    metadata: { name: 'x', managedFields: [{ manager: 'boxcutter', operation: 'Apply', apiVersion: 'example.com/v1', fieldsV1: { 'f:spec': { 'f:ports': { 'f:web': { 'f:port': {} } } } } }] },
  };
  expect(ownedDigest(live, 'boxcutter')).toEqual(expect.any(String));
  expect(isExactlyApplied(live, live, 'boxcutter')).toBe(false);
});

describe('what fuzzing found', () => {
  interface Found {
    readonly found: string;
    readonly unchanged: boolean;
    /** False: another apply of the same would change something, so the state is never remembered as applied. */
    readonly settled?: boolean;
    readonly desired: KubeObject;
    readonly live: KubeObject;
  }
  const folder = join(__dirname, '..', '..', '..', 'fuzz', 'corpus');
  const corpus = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Found);

  test.each(corpus.map((one) => [one.found, one] as const))('%s', (_, { desired: wanted, live: found, unchanged, settled = true }) => {
    expect(isExactlyApplied(wanted, found, 'boxcutter')).toBe(unchanged);
    expect(isRestless(wanted, found, 'boxcutter') || isLost(wanted, found)).toBe(!settled);
  });
});

test('groups whose kinds leave out zeros are groups that every API server builds in', () => {
  const schemas = kubernetesSchemas();
  expect([...BUILT_IN_GROUPS].filter((group) => !schemas.isBuiltInGroup(group))).toEqual([]);
});

describe('interference names path and manager', () => {
  const by = (manager: string, fields: FieldSet): ManagedFieldsEntry => ({ manager, operation: 'Update', fieldsV1: fields });

  test('of a plain field, and of a label whose name has dots', () => {
    const wanted = { ...desired, metadata: { ...desired.metadata, labels: { 'example.com/app': 'web' } } };
    const taken = by('kubectl', { 'f:spec': { 'f:replicas': {} }, 'f:metadata': { 'f:labels': { 'f:example.com/app': {} } } });
    const ours = { ...withSpecFields({}) as object, 'f:metadata': {}, 'f:spec': { ...FIELDS['f:spec'], 'f:replicas': undefined } };
    expect(interferences(wanted, live({ replicas: 9 }, ours, {}, [taken]), 'boxcutter')).toEqual([
      { path: 'spec.replicas', manager: 'kubectl' },
    ]);
    const none = { ...ours, 'f:metadata': { 'f:labels': { '.': {} } } };
    expect(interferences(wanted, live({ replicas: 9 }, none, {}, [taken]), 'boxcutter')).toContainEqual({ path: 'metadata.labels["example.com/app"]', manager: 'kubectl' });
  });

  test('inside a list item', () => {
    const ours = withSpecFields({ 'f:containers': { ...FIELDS['f:spec']['f:containers'], 'k:{"name":"web"}': { '.': {}, 'f:name': {} } } });
    const taken = by('kubectl-set', { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } });
    expect(interferences(desired, live({}, ours, {}, [taken]), 'boxcutter')).toEqual([{ path: 'spec.containers[name=web].image', manager: 'kubectl-set' }]);
  });

  test('of a removed field: nobody holds it', () => {
    const ours = withSpecFields({ 'f:replicas': undefined });
    expect(interferences(desired, live({ replicas: undefined }, ours), 'boxcutter')).toEqual([{ path: 'spec.replicas' }]);
  });

  test('at most as many as asked for', () => {
    expect(interferences(desired, live({}, {}), 'boxcutter', 2)).toHaveLength(2);
  });
});
