/** One run of an operation, with any object as the owner and a record that is not the command's. */
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { BoxcutterError } from '../../../../lib/errors';
import type { Guard } from '../../../../lib/runtime/run/guard';
import { runOperation, type OperationRun, type RunSettings } from '../../../../lib/runtime/run/run-operation';
import type { ApplyOperation, Operation } from '../../../../lib/state';
import { settledOf } from '../../../../lib/engine/core/state/entry';
import { FakeCluster, refusal } from '../fake-cluster';
import { MemoryRecord } from './memory-record';

const OWNER: KubeObject = { apiVersion: 'example.com/v1', kind: 'Tenant', metadata: { name: 'acme', namespace: 'shop' } };

let server: FakeCluster;
let record: MemoryRecord;
beforeEach(() => {
  server = new FakeCluster();
  server.store(OWNER);
  record = new MemoryRecord('acme', server.objects.get(keyOf(refOf(OWNER))) as KubeObject);
});

function settings(name: string, value: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { value } };
}

function revision(...objects: readonly KubeObject[]): ResolvedRevision {
  const phases = objects.map((object, index) => ({ name: `p${index}`, objects: [{ object, collisionProtection: 'Prevent' as const }] }));
  return { extension: 'acme', number: 1, digest: 'd', probes: [], phases };
}

const apply = (...objects: readonly KubeObject[]): ApplyOperation => ({ intent: 'apply', revision: revision(...objects), again: false });
const run = (operation: Operation, more: RunSettings = {}, guards: readonly Guard[] = []): Promise<OperationRun> =>
  runOperation(operation, { cluster: server.cluster, record, guards }, { signal: AbortSignal.timeout(5000), ...more });
const refused = new BoxcutterError('not-today', 'input', 'Not today.');
const refusesWrites: Guard = { beforeWrites: () => Promise.resolve({ refusal: refused }) };
const recorded = (): readonly string[] => record.inventory.map(({ ref }) => ref.name);
const stored = (): readonly string[] => server.names().filter((name) => name !== 'acme');

describe('an owner that is any object, and a record without a lock', () => {
  test('objects are applied in its name, and on record', async () => {
    const done = await run(apply(settings('one', '1'), settings('two', '2')));
    expect(done).toMatchObject({ complete: true, result: { complete: true } });
    expect(server.objects.get(keyOf(refOf(settings('one', ''))))?.metadata).toMatchObject({
      ownerReferences: [{ kind: 'Tenant', name: 'acme', uid: record.owner.context.owner?.uid ?? '', controller: true }],
      labels: { 'example.com/part-of': 'acme' },
      annotations: { 'example.com/revision': '1' },
    });
    expect(record.steps).toEqual(['begin apply', 'commit', 'conclude']);
    expect(record.inventory).toMatchObject([{ ref: { name: 'one' }, uid: expect.any(String) as string }, { ref: { name: 'two' } }]);
    expect(server.asked).toEqual(['apply one', 'apply two']);
  });

  test('what later content lacks goes, and a delete takes the rest', async () => {
    await run(apply(settings('one', '1'), settings('two', '2')));
    await run(apply(settings('one', '1')));
    expect([stored(), recorded()]).toEqual([['one'], ['one']]);
    const gone = await run({ intent: 'delete', number: 1, orphan: false });
    expect([gone.complete, stored(), recorded()]).toEqual([true, [], []]);
    expect(record.steps).toEqual(['begin apply', 'commit', 'conclude', 'begin apply', 'commit', 'conclude', 'begin delete', 'conclude']);
  });

  test('a repair touches the objects in question alone', async () => {
    await run(apply(settings('one', '1'), settings('two', '2')));
    server.remove(refOf(settings('two', '')));
    server.asked.length = 0;
    const done = await run({ intent: 'repair', revision: revision(settings('two', '2')), present: new Set() });
    expect([done.complete, server.asked, recorded()]).toEqual([true, ['apply two'], ['one', 'two']]);
  });
});

describe('a dry run', () => {
  test('leaves the cluster and the record alone', async () => {
    const { result } = await run(apply(settings('one', '1')), { dryRun: true });
    expect([result.phases[0]?.objects[0]?.action, server.asked, record.steps, recorded()]).toEqual(['Created', [], [], []]);
  });

  test('shows what each write would store, where that is asked for', async () => {
    const operation = apply(settings('one', '1'));
    expect([...(await run(operation, { dryRun: true })).comparisons.keys()]).toEqual([]);
    const { comparisons } = await run(operation, { dryRun: true, compareAll: true, preflight: 'always' });
    expect([...comparisons.values()]).toMatchObject([{ wouldBe: { data: { value: '1' } } }]);
  });

  test('names the namespaces that a guard expects to be made', async () => {
    const guard: Guard = { before: ({ dryRun }) => Promise.resolve(dryRun ? { coming: ['fresh'] } : {}) };
    const shown = await run(apply(settings('one', '1')), { dryRun: true }, [guard, guard]);
    const written = await run(apply(settings('one', '1')), {}, [guard]);
    expect([shown.coming, written.coming]).toEqual([['fresh', 'fresh'], []]);
  });

  test('ends with what a guard refuses after the dry runs', async () => {
    await expect(run(apply(settings('one', '1')), { dryRun: true }, [refusesWrites])).rejects.toBe(refused);
  });
});

describe('guards', () => {
  test('one that refuses before the run: nothing is begun, and the next one is not asked', async () => {
    const next = jest.fn();
    await expect(run(apply(settings('one', '1')), {}, [
      { before: () => Promise.resolve({ refusal: refused }) },
      { before: next },
    ])).rejects.toBe(refused);
    expect([record.steps, server.asked, next.mock.calls]).toEqual([[], [], []]);
  });

  test('one that refuses before the first write: nothing is written, and the record is as it was', async () => {
    await expect(run(apply(settings('one', '1')), {}, [refusesWrites])).rejects.toBe(refused);
    expect([record.steps, server.asked, recorded()]).toEqual([['begin apply', 'let go'], [], []]);
  });

  test('one sees what the dry runs showed of the objects that it watches', async () => {
    const seen: unknown[] = [];
    const guard: Guard = {
      watches: ({ metadata }) => metadata.name === 'two',
      beforeWrites: ({ comparisons, dryRun }) => {
        seen.push(dryRun, [...comparisons.values()].map(({ wouldBe }) => refOf(wouldBe).name));
        return Promise.resolve({});
      },
    };
    await run(apply(settings('one', '1'), settings('two', '2')), {}, [guard]);
    expect(seen).toEqual([false, ['two']]);
  });

  test('of a teardown only the moment before the run is asked for', async () => {
    await run(apply(settings('one', '1')));
    const moments: string[] = [];
    const note = (moment: string) => (): Promise<object> => {
      moments.push(moment);
      return Promise.resolve({});
    };
    await run({ intent: 'delete', number: 1, orphan: false }, {}, [{ before: note('before'), beforeWrites: note('before writes') }]);
    expect(moments).toEqual(['before']);
  });
});

describe('the record', () => {
  test('one that another run has: nothing is asked of the cluster', async () => {
    const locked = new BoxcutterError('locked', 'locked', 'Another run has it.');
    record.failures = { 'begin apply': locked };
    await expect(run(apply(settings('one', '1')))).rejects.toBe(locked);
    expect([server.asked, record.steps]).toEqual([[], ['begin apply']]);
  });

  test('lost during the preflight: nothing is written', async () => {
    record.fence = { held: false, message: 'eve has it' };
    await expect(run(apply(settings('one', '1')))).rejects.toMatchObject({
      code: 'state-conflict',
      message: 'Nothing was written: eve has it.',
    });
    expect([server.asked, record.steps, recorded()]).toEqual([[], ['begin apply', 'let go'], []]);
  });

  test('lost while objects are waited for: the run ends and says why', async () => {
    const deployment: KubeObject = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'server', namespace: 'shop' },
      spec: { replicas: 1 },
    };
    const waiting = run(apply(deployment), { onProgress: ({ entries }) => {
      if ([...entries.values()].some((entry) => settledOf(entry)?.action === 'Created')) record.session?.onLost('eve has it');
    } });
    await expect(waiting).resolves.toMatchObject({ complete: false, state: { stopping: 'eve has it' } });
    expect(recorded()).toEqual(['server']);
  });

  test('content that cannot be kept: nothing is written', async () => {
    record.failures = { commit: new Error('disk full') };
    await expect(run(apply(settings('one', '1')))).rejects.toThrow('disk full');
    expect([server.asked, recorded()]).toEqual([[], []]);
  });

  test('an outcome that cannot be put down is part of the result, beside what was done', async () => {
    const failure = new Error('no');
    record.failures = { conclude: failure };
    await expect(run(apply(settings('one', '1')))).resolves.toMatchObject({
      complete: true,
      unrecorded: failure,
      result: { complete: true },
    });
    expect(recorded()).toEqual(['one']);
  });

  test('what the server refuses before the first write leaves it as it was', async () => {
    server.apply = () => Promise.resolve(refusal(422, 'no such field'));
    await expect(run(apply(settings('one', '1')))).resolves.toMatchObject({ complete: false, result: { failed: true } });
    expect([record.steps, recorded()]).toEqual([['begin apply', 'conclude'], []]);
  });
});
