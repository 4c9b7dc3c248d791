/** What the replaced managers hold and the manifest does not name: kept as it runs, and named; marks of tools and defaults are not. */
import { asItRuns } from '../../../../lib/adoption';
import { beyondSaid } from '../../../../lib/adoption/take/beyond';
import { keepHeld } from '../../../../lib/adoption/take/keep-held';
import type { JsonObject, KubeObject } from '../../../../lib/api';
import type { Answer, JsonPatchOperation } from '../../../../lib/engine';
import { fieldPathText } from '../../../../lib/runtime';

const held = (fieldsV1: object, manager = 'helm', operation: 'Apply' | 'Update' = 'Update', apiVersion = 'v1') => ({ manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1 });
interface Draft {
  readonly metadata?: object;
  readonly managedFields?: readonly object[];
  readonly apiVersion?: string;
  readonly kind?: string;
}

const object = (content: object, { metadata = {}, managedFields = [], ...of }: Draft = {}): KubeObject => (
  { apiVersion: 'v1', kind: 'ConfigMap', ...of, metadata: { name: 'a', namespace: 'ns', ...metadata, ...(managedFields.length > 0 && { managedFields }) }, ...content } as unknown as KubeObject);

/** A server that answers a patch with what it makes of the object. */
async function kept(manifest: KubeObject, live: KubeObject, answer: (patch: readonly JsonPatchOperation[]) => Answer = () => { throw new Error('it is asked'); }, managers = ['helm', 'boxcutter']) {
  const said = asItRuns(manifest as unknown as JsonObject, live);
  const { object: result, edits } = await keepHeld(said, live, managers, { tryPatch: (_ref, patch) => Promise.resolve(answer(patch)) });
  return { result: result as unknown as KubeObject, edits: edits.map(({ path, type }) => `${type} ${fieldPathText(path)}`) };
}

const answeredWith = (live: KubeObject): Answer => ({ type: 'object', object: live, created: false });
const without = (live: KubeObject, ...names: readonly string[]): Answer =>
  answeredWith(Object.fromEntries(Object.entries(live).filter(([name]) => !names.includes(name))) as unknown as KubeObject);

test.each(['Update', 'Apply'] as const)('a key that a failed version has set (%s): it stays, and is named', async (operation) => {
  const live = object({ data: { a: '1', b: '2' } }, { managedFields: [held({ 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } }, 'helm', operation)] });
  const { result, edits } = await kept(object({ data: { a: '1' } }), live, (patch) => {
    expect(patch).toEqual([{ op: 'replace', path: '/data', value: { a: '1' } }]);
    return answeredWith(object({ data: { a: '1' } }));
  });
  expect([result['data'], edits]).toEqual([{ a: '1', b: '2' }, ['unnamed data.b']]);
});

test('content of which a manifest says nothing at all', async () => {
  const live = object({ data: { a: '1' }, immutable: true }, { managedFields: [held({ 'f:data': { '.': {}, 'f:a': {} }, 'f:immutable': {} })] });
  const { result, edits } = await kept(object({}), live, () => without(live, 'data', 'immutable'));
  expect([result['data'], result['immutable'], edits]).toEqual([{ a: '1' }, true, ['unnamed data', 'unnamed immutable']]);
});

test('what the server fills in by itself is not said; when it does not answer, everything is', async () => {
  const fields = { 'f:spec': { 'f:replicas': {}, 'f:strategy': { 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {} }, 'f:type': {} }, 'f:paused': {} } };
  const of = { apiVersion: 'apps/v1', kind: 'Deployment' };
  const live = object({ spec: { replicas: 2, paused: true, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } } } }, { ...of, managedFields: [held(fields, 'helm', 'Update', 'apps/v1')] });
  const manifest = object({ spec: { replicas: 2 } }, of);
  const answered = await kept(manifest, live, (patch) => {
    expect(patch).toEqual([{ op: 'replace', path: '/spec', value: { replicas: 2 } }]);
    return answeredWith(object({ spec: { replicas: 2, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } } } }, of));
  });
  expect([answered.result['spec'], answered.edits]).toEqual([{ replicas: 2, paused: true }, ['unnamed spec.paused']]);
  const refused = await kept(manifest, live, () => ({ type: 'unserved' }));
  expect(refused.result['spec']).toEqual(live['spec']);
});

test('items of lists stand where they stood; ports of one number and two protocols are two', async () => {
  const item = (name: string) => ({ [`k:{"name":"${name}"}`]: { '.': {}, 'f:name': {}, 'f:value': {} } });
  const port = (protocol: string) => ({ [`k:{"port":53,"protocol":"${protocol}"}`]: { '.': {}, 'f:port': {} } });
  const live = object({
    env: [{ name: 'A', value: '1' }, { name: 'X', value: 'x' }, { name: 'B', value: '2' }], ports: [{ port: 53, protocol: 'UDP' }, { port: 53, protocol: 'TCP' }],
  }, { managedFields: [held({ 'f:env': { ...item('A'), ...item('B'), ...item('X') }, 'f:ports': { ...port('TCP'), ...port('UDP') } })] });
  // As a schema names the items: what runs is compared by the caller.
  const said = { object: { env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }], ports: [{ port: 53 }] } as unknown as JsonObject, edits: [] };
  const { object: result, edits } = await keepHeld(said, live, ['helm'], { tryPatch: (_ref, patch) => {
    expect(patch).toEqual([{ op: 'replace', path: '/env', value: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }] }, { op: 'replace', path: '/ports', value: [{ port: 53, protocol: 'TCP' }] }]);
    return Promise.resolve(answeredWith(object({ env: [], ports: [{ port: 53, protocol: 'TCP' }] })));
  } });
  expect(result).toEqual({ env: live['env'], ports: [{ port: 53, protocol: 'UDP' }, { port: 53 }] });
  expect(edits.map(({ path }) => fieldPathText(path))).toEqual(['env[name=X]', 'ports[port=53,protocol=UDP]']);
});

test('marks of tools go with them; other labels, annotations and finalizers stay', async () => {
  const labels = { 'app.kubernetes.io/managed-by': 'Helm', 'helm.toolkit.fluxcd.io/name': 'x', team: 'shop' };
  const annotations = {
    'meta.helm.sh/release-name': 'x', 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'argocd.argoproj.io/tracking-id': 'x', 'kapp.k14s.io/identity': 'x',
    'olm.operatorframework.io/owners': '[]', 'deprecated.daemonset.template.generation': '1', note: 'kept',
  };
  const members = (of: object): object => Object.fromEntries(Object.keys(of).map((name) => [`f:${name}`, {}]));
  const fields = {
    'f:metadata': { 'f:labels': { '.': {}, ...members(labels) }, 'f:annotations': { '.': {}, ...members(annotations) }, 'f:finalizers': { '.': {}, 'v:"example.com/hold"': {} }, 'f:ownerReferences': { 'k:{"uid":"u"}': {} } },
  };
  const live = object({}, { metadata: { labels, annotations, finalizers: ['example.com/hold'], ownerReferences: [{ uid: 'u' }] }, managedFields: [held(fields)] });
  const { result, edits } = await kept(object({}), live);
  expect(result.metadata).toEqual({ name: 'a', namespace: 'ns', labels: { team: 'shop' }, annotations: { note: 'kept' }, finalizers: ['example.com/hold'] });
  expect([...edits].sort()).toEqual(['unnamed metadata.annotations', 'unnamed metadata.finalizers', 'unnamed metadata.labels']);
});

test('the label by which Argo CD finds what is its own is a mark where it has written it, and a label of the chart elsewhere', () => {
  const fields = { 'f:metadata': { 'f:labels': { 'f:app.kubernetes.io/instance': {} } } };
  const of = (manager: string) => object({}, { metadata: { labels: { 'app.kubernetes.io/instance': 'x' } }, managedFields: [held(fields, manager)] });
  const said = object({}) as unknown as JsonObject;
  expect(beyondSaid(of('argocd-controller'), said, ['argocd-controller'])).toBeUndefined();
  expect(beyondSaid(of('helm'), said, ['helm'])).toEqual(fields);
});

test('what is not replaced, what is named, and what belongs to a subresource, is nobody\'s concern', async () => {
  const live = object({ data: { a: '1', b: '2' } }, { managedFields: [held({ 'f:data': { 'f:a': {} } }), held({ 'f:data': { 'f:b': {} } }, 'kubectl-edit'), { ...held({ 'f:data': { 'f:b': {} } }), subresource: 'scale' }] });
  await expect(kept(object({ data: { a: '0' } }), live)).resolves.toMatchObject({ result: { data: { a: '1' } }, edits: ['changed data.a'] });
});

test('broken off after the first write, it is the same: what we hold then counts as well', async () => {
  const fields = { 'f:data': { 'f:a': {}, 'f:b': {} } };
  const [before, after] = [held(fields), held(fields, 'boxcutter', 'Apply')].map((entry) => object({ data: { a: '1', b: '2' } }, { managedFields: [entry] })) as [KubeObject, KubeObject];
  const answer = (): Answer => answeredWith(object({ data: { a: '1' } }));
  expect(await kept(object({ data: { a: '1' } }), after, answer)).toEqual(await kept(object({ data: { a: '1' } }), before, answer));
});

test('lists of thousands of items, of which others hold as many: each item is looked up, not compared with each', async () => {
  const many = Array.from({ length: 4_000 }, (_, index) => index);
  const item = (index: number, more: object = {}) => ({ a: `a${index}`, b: index, ...more });
  // The names of a key stand in another order than likely, and every other item is of somebody else.
  const fields = { 'f:spec': {
    'f:items': Object.fromEntries(many.map((index) => [`k:{"b":${index * 2},"a":"a${index * 2}"}`, { '.': {}, 'f:a': {}, 'f:b': {}, 'f:x': {} }])),
    'f:set': Object.fromEntries(many.map((index) => [`v:"s${index * 2}"`, {}])),
  } };
  const all = many.flatMap((index) => [index * 2, index * 2 + 1]);
  const spec = { items: all.map((index) => item(index, { x: 1 })), set: all.map((index) => `s${index}`) };
  const live = object({ spec }, { managedFields: [held(fields)] });
  const said = { object: { spec: { items: many.map((index) => item(index * 2)), set: ['s0'] } } as unknown as JsonObject, edits: [] };
  const { object: result } = await keepHeld(said, live, ['helm'], { tryPatch: () => Promise.resolve({ type: 'unserved' }) });
  const { items, set } = result['spec'] as unknown as { readonly items: readonly object[]; readonly set: readonly string[] };
  expect([items.length, items[1], set.length, set[1]]).toEqual([4_000, item(2, { x: 1 }), 4_000, 's2']);
});
