/** What a plan says would change in an object, and what it does not say. */
import type { FieldSet, KubeObject } from '../../../../lib/api';
import { compareObjects, fieldPathText, type FieldChange } from '../../../../lib/runtime';

type Parts = Omit<KubeObject, 'metadata' | 'apiVersion' | 'kind'> & { readonly metadata?: Partial<KubeObject['metadata']> };

function deployment({ metadata = {}, ...content }: Parts, fieldsV1: FieldSet = {}): KubeObject {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', ...content,
    metadata: { name: 'web', namespace: 'shop', resourceVersion: '7', generation: 1, managedFields: [{ manager: 'boxcutter', operation: 'Apply', fieldsV1 }], ...metadata },
  };
}

const containers = { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:ports': { 'k:{"protocol":"TCP","containerPort":80}': {} } }, 'k:{"name":"log"}': {} } } };
const pod = (...list: object[]): Parts => ({ spec: { containers: list } });
const written = (changes: readonly FieldChange[]) => changes.map((change) => ({ ...change, path: fieldPathText(change.path) }));
const changesOf = (before: Parts, after: Parts, fields?: FieldSet) =>
  written(compareObjects(deployment(before, fields), deployment(after, fields)).changes);

test('what the server writes on its own, status, and our own marks are no changes', () => {
  const live = deployment({ status: { replicas: 1 }, metadata: { uid: 'a', annotations: { 'olm.operatorframework.io/owners': '[]' } } });
  const wouldBe = deployment({ status: { replicas: 2 }, metadata: { uid: 'a', resourceVersion: '8', generation: 2, labels: { 'olm.operatorframework.io/owner-name': 'shop' } } });
  expect(compareObjects(live, wouldBe)).toEqual({ changes: [], bookkeeping: true });
  expect(compareObjects(live, { ...live, metadata: { ...live.metadata, resourceVersion: '9' } })).toEqual({ changes: [], bookkeeping: false });
});

test('who holds which field is bookkeeping, when it was written is not', () => {
  const by = (manager: string, time: string) => deployment({ metadata: { managedFields: [{ manager, operation: 'Apply', time, fieldsV1: { 'f:spec': {} } }] } });
  expect(compareObjects(by('boxcutter', 'then'), by('boxcutter', 'now'))).toEqual({ changes: [], bookkeeping: false });
  expect(compareObjects(by('helm', 'then'), by('boxcutter', 'then'))).toEqual({ changes: [], bookkeeping: true });
});

describe('lists are read as the server reads them', () => {
  test('items by key', () => {
    const before = pod({ name: 'web', image: 'a:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }, { name: 'log', image: 'l' });
    const after = pod({ name: 'web', image: 'a:2', ports: [{ containerPort: 80, protocol: 'TCP', name: 'http' }] }, { name: 'side', image: 's' });
    expect(changesOf(before, after, containers)).toEqual([
      { path: 'spec.containers[name=web].image', before: 'a:1', after: 'a:2' },
      { path: 'spec.containers[name=web].ports[containerPort=80,protocol=TCP].name', after: 'http' },
      { path: 'spec.containers[name=log]', before: { name: 'log', image: 'l' } },
      { path: 'spec.containers[name=side]', after: { name: 'side', image: 's' } },
    ]);
  });

  test('another order of the same items', () => {
    const [web, log] = [{ name: 'web' }, { name: 'log' }];
    expect(changesOf(pod(web, log), pod(log, web), containers)).toEqual([{ path: 'spec.containers (order)', before: ['[name=web]', '[name=log]'], after: ['[name=log]', '[name=web]'] }]);
  });

  test('two items with one key: the list is one value', () => {
    const double = [{ name: 'web', image: 'a' }, { name: 'web', image: 'b' }];
    expect(changesOf(pod(...double), pod(double[0] as object), containers)).toEqual([{ path: 'spec.containers', before: double, after: [double[0]] }]);
  });

  test('sets item by item, other lists as one value', () => {
    const fields = { 'f:metadata': { 'f:finalizers': { 'v:"a"': {}, 'v:"b"': {} } }, 'f:spec': { 'f:args': {} } };
    const changes = changesOf({ metadata: { finalizers: ['a', 'b'] }, spec: { args: ['--x'] } }, { metadata: { finalizers: ['b', 'c'] }, spec: { args: ['--y'] } }, fields);
    expect(changes).toEqual([
      { path: 'spec.args', before: ['--x'], after: ['--y'] },
      { path: 'metadata.finalizers[]', before: 'a' },
      { path: 'metadata.finalizers[]', after: 'c' },
    ]);
  });

  test('one value to the server, and yet a list of named things: the versions of a definition', () => {
    const version = (name: string, served: boolean) => ({ name, served });
    expect(changesOf({ spec: { versions: [version('v1', true)] } }, { spec: { versions: [version('v1', false)] } })).toEqual([
      { path: 'spec.versions[name=v1].served', before: true, after: false },
    ]);
  });
});

test('maps that come or go are one change, labels and data entry by entry', () => {
  const changes = changesOf({ spec: {} }, { spec: { nodeSelector: { disk: 'fast' } }, metadata: { labels: { 'app.kubernetes.io/name': 'web', tier: 'front' } } });
  expect(changes).toEqual([
    { path: 'spec.nodeSelector', after: { disk: 'fast' } },
    { path: 'metadata.labels["app.kubernetes.io/name"]', after: 'web' },
    { path: 'metadata.labels.tier', after: 'front' },
  ]);
});

describe('of a Secret only sizes are known', () => {
  const secret = (data: Record<string, string>, annotations: Record<string, string> = {}): KubeObject => ({
    apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: { name: 'token', annotations },
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  });

  test('changed, new and removed values, and copies in annotations', () => {
    const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
    const { changes } = compareObjects(secret({ password: 'hunter2', gone: 'hunter3' }, { [lastApplied]: '{"password":"hunter2"}' }), secret({ password: 'hunter22', fresh: 'hunter4!' }));
    expect(written(changes)).toEqual([
      { path: 'data.password', secret: { beforeBytes: 7, afterBytes: 8 } },
      { path: 'data.gone', secret: { beforeBytes: 7 } },
      { path: 'data.fresh', secret: { afterBytes: 8 } },
      { path: `metadata.annotations["${lastApplied}"]`, secret: { beforeBytes: 22 } },
    ]);
    expect(JSON.stringify(changes)).not.toMatch(/hunter|aHVudGVy/);
  });

  test('also where all of its data comes at once', () => {
    const { data: _data, ...empty } = secret({});
    const { changes } = compareObjects(empty as KubeObject, secret({ password: 'hunter2' }));
    expect(written(changes)).toEqual([{ path: 'data.password', secret: { afterBytes: 7 } }]);
  });
});
