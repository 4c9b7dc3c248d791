/**
 * Fields that others hold of our objects, fights over objects, and the question whether the server knows "create only": on a real API server.
 */
import type { KubeObject } from '../../../lib/api';
import type { OwnerContext } from '../../../lib/engine';
import { Bench, revisionOf, stored } from '../support/extension';
import { contextOf, MANAGER, ownerNamed, rollOut } from '../support/library';

let bench: Bench;
let context: OwnerContext;
beforeEach(async () => {
  bench = await Bench.open('takeover');
  context = contextOf(bench, await ownerNamed(bench, 'owner'));
});
afterEach(() => bench.close());

/** Manager and operation of each entry of the main resource, sorted. */
function managersOf({ metadata }: KubeObject): readonly string[] {
  return (metadata.managedFields ?? []).filter(({ subresource = '' }) => subresource === '').map(({ manager, operation }) => `${manager ?? ''} ${operation ?? ''}`).sort();
}

describe('takeover of fields', () => {
  test('written under our own name by Update: afterwards only our Apply entry is left, and nobody is said to interfere', async () => {
    const revision = revisionOf([[bench.configMap('a', '1')]]);
    const one = await rollOut(bench, revision, 1, context);
    const ref = bench.ref('ConfigMap', 'a');
    const live = await bench.otherClient.get(ref);
    stored(await bench.otherClient.cluster.replace({ ...live, data: { value: 'older tool', stale: 'left over' } }, { fieldManager: MANAGER }));
    expect(managersOf(await bench.otherClient.get(ref))).toEqual([`${MANAGER} Apply`, `${MANAGER} Update`]);

    const two = await bench.counted(() => rollOut(bench, revision, 1, context, one.inventory));
    expect(two.result.text).toEqual(['a: Recovered']);
    expect(JSON.stringify(two.result.result)).not.toContain(`"manager":"${MANAGER}"`);
    expect(two.requests['patch']).toBe(2);
    const after = await bench.otherClient.get(ref);
    expect(managersOf(after)).toEqual([`${MANAGER} Apply`]);
    expect([after['data'], after.metadata.uid]).toEqual([{ value: '1' }, live.metadata.uid]);

    const three = await bench.counted(() => rollOut(bench, revision, 1, context, two.result.inventory));
    expect([three.result.text, three.requests['patch']]).toEqual([['a: Unchanged'], undefined]);
  });

  test('the same values, held a second time by Update: our entry alone is left, at the cost of one request', async () => {
    const revision = revisionOf([[bench.configMap('a', '1')]]);
    const ref = bench.ref('ConfigMap', 'a');
    await rollOut(bench, revision, 1, context);
    const { metadata } = await bench.otherClient.get(ref);
    const ours = metadata.managedFields?.find(({ operation }) => operation === 'Apply');
    stored(await bench.otherClient.cluster.patch(ref, [{ op: 'add', path: '/metadata/managedFields/-', value: { ...ours, operation: 'Update' } }], 'kubectl'));
    expect(managersOf(await bench.otherClient.get(ref))).toEqual([`${MANAGER} Apply`, `${MANAGER} Update`]);
    const { result, requests } = await bench.counted(() => rollOut(bench, revision, 1, context));
    expect(result.text).toEqual(['a: Updated']);
    expect(requests['patch']).toBe(1);
    expect(managersOf(await bench.otherClient.get(ref))).toEqual([`${MANAGER} Apply`]);
  });

  test('an object that kubectl created is adopted: a field that the package does not have goes when kubectl is listed', async () => {
    const theirs = { ...bench.configMap('a', 'theirs'), data: { value: 'theirs', more: 'x' } };
    const created = stored(await bench.otherClient.cluster.create(theirs, { fieldManager: 'kubectl-create' }));
    const listed = { ...context, takeOverManagers: ['kubectl-create'] };
    const { result, requests } = await bench.counted(() => rollOut(bench, revisionOf([[bench.configMap('a', '1')]], { protection: 'IfNoController' }), 1, listed));
    expect(result.text).toEqual(['a: Adopted']);
    const after = await bench.otherClient.get(bench.ref('ConfigMap', 'a'));
    expect([after['data'], after.metadata.uid, managersOf(after)]).toEqual([{ value: '1' }, created.metadata.uid, [`${MANAGER} Apply`]]);
    expect(requests).toMatchObject({ patch: 2 });
  });

  test('not listed, the field stays with who set it', async () => {
    const theirs = { ...bench.configMap('a', 'theirs'), data: { value: 'theirs', more: 'x' } };
    stored(await bench.otherClient.cluster.create(theirs, { fieldManager: 'kubectl-create' }));
    await rollOut(bench, revisionOf([[bench.configMap('a', '1')]], { protection: 'IfNoController' }), 1, context);
    expect((await bench.otherClient.get(bench.ref('ConfigMap', 'a')))['data']).toEqual({ value: '1', more: 'x' });
  });

  test('a Deployment of another tool keeps its uid and generation where nothing of its spec changes', async () => {
    const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'app', image: 'example.com/app:1' }] } };
    const deployment = bench.object('Deployment', 'app', { spec: { replicas: 0, selector: { matchLabels: { app: 'x' } }, template } }, 'apps/v1');
    const withMore = { ...deployment, metadata: { ...deployment.metadata, labels: { ...deployment.metadata.labels, 'app.kubernetes.io/managed-by': 'Helm' } } };
    stored(await bench.otherClient.cluster.create(withMore, { fieldManager: 'helm' }));
    const ref = bench.ref('Deployment', 'app', 'apps/v1');
    const [before] = await bench.uids(ref);
    const { text } = await rollOut(bench, revisionOf([[deployment]], { protection: 'IfNoController' }), 1, { ...context, takeOverManagers: ['helm'] });
    expect(text).toEqual(['app: Adopted']);
    const { metadata, spec } = await bench.otherClient.get(ref);
    expect([metadata.uid, metadata.labels, spec]).toMatchObject([before, bench.labels, { template: { spec: { containers: [{ image: 'example.com/app:1' }] } } }]);
    expect(metadata.labels).not.toHaveProperty(['app.kubernetes.io/managed-by']);
  });
});

describe('whether the server knows "create only"', () => {
  test('is asked by one dry run in a process, and not where nothing is created', async () => {
    const first = await bench.counted(() => rollOut(bench, revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1')]]), 1, context));
    // One for each object, and the question.
    expect(first.requests).toMatchObject({ dryRun: 3, patch: 2 });
    const inventory = first.result.inventory;
    const again = await bench.counted(() => rollOut(bench, revisionOf([[bench.configMap('a', '1'), bench.configMap('b', '1')]]), 1, context, inventory));
    expect(again.result.text).toEqual(['a: Unchanged', 'b: Unchanged']);
    expect(again.requests['dryRun']).toBeUndefined();
    const more = await bench.counted(() => rollOut(bench, revisionOf([[bench.configMap('a', '1'), bench.configMap('c', '1')]]), 1, context, inventory));
    expect(more.requests).toMatchObject({ dryRun: 1 });
  });

  test('one that ignores it: created by POST, afterwards held by Apply as if nothing had been', async () => {
    const { cluster } = bench;
    // A server that takes "only when it is new" for an ordinary apply.
    const odd = new Proxy(cluster, {
      get: (target, name) => {
        if (name !== 'apply') return (target[name as keyof typeof target] as unknown as { bind?: (to: unknown) => unknown } | undefined)?.bind?.(target) ?? target[name as keyof typeof target];
        return (object: KubeObject, options: Parameters<typeof cluster.apply>[1]) => {
          const { resourceVersion, ...metadata } = object.metadata;
          return target.apply(resourceVersion === '1' ? { ...object, metadata } : object, options);
        };
      },
    });
    const revision = revisionOf([[bench.configMap('a', '1'), bench.object('Service', 'b', { spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }], selector: { app: 'x' } } })]]);
    const one = await rollOut(bench, revision, 1, context, [], { cluster: odd });
    expect(one.text).toEqual(['a: Created', 'b: Created']);
    expect(one.result.complete).toBe(true);
    for (const ref of [bench.ref('ConfigMap', 'a'), bench.ref('Service', 'b')]) expect(managersOf(await bench.otherClient.get(ref))).toEqual([`${MANAGER} Apply`]);
    expect((await rollOut(bench, revision, 1, context, one.inventory)).text).toEqual(['a: Unchanged', 'b: Unchanged']);
    // What exists is not overwritten there either.
    stored(await bench.otherClient.cluster.create(bench.configMap('theirs', 'theirs'), { fieldManager: 'kubectl' }));
    const two = await rollOut(bench, revisionOf([[bench.configMap('theirs', '1')]]), 1, context, [], { cluster: odd });
    expect(two.text).toEqual(['theirs: Collision']);
    expect((await bench.otherClient.get(bench.ref('ConfigMap', 'theirs')))['data']).toEqual({ value: 'theirs' });
  });
});

test('another client that sets a field back each time is named, and the run does not claim to be complete', async () => {
  const subscription = bench.otherClient.cluster.observe({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'fought' }, {
    changed: ({ data }) => {
      if ((data as { value: string }).value === 'theirs') return;
      void bench.otherClient.cluster.patch(bench.ref('ConfigMap', 'fought'), [{ op: 'replace', path: '/data/value', value: 'theirs' }], 'autopilot');
    },
    removed: () => undefined, synced: () => undefined, failed: () => undefined,
  });
  // The second phase keeps the run open until the fight is decided, and a stream with it.
  const probe = ({ metadata }: KubeObject) => ({ status: metadata.name === 'gate' ? 'fail' : 'pass', message: '', terminal: false } as const);
  const { result } = await rollOut(bench, revisionOf([[bench.configMap('fought', '1')], [bench.configMap('gate', '1')]]), 1, context, [], { probe });
  subscription.close();
  expect(result).toMatchObject({ complete: false, failed: true });
  expect(result.phases[0]?.objects[0]).toMatchObject({
    action: 'Failed',
    cause: { type: 'contested', change: 'edit', repairs: 3, interference: [{ path: 'data.value', manager: 'autopilot' }] },
    contested: { repairs: 3, interference: [{ path: 'data.value', manager: 'autopilot' }] },
  });
});
