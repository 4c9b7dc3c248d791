/**
 * Rollouts that do not simply succeed, against a server in memory: paused and orphaned objects, errors in one of many, another client that fights
 * for an object, and deadlines.
 */
import type { KubeObject, ResolvedObject, ResolvedRevision } from '../../../../lib/api';
import {
  begin, buildRollout, buildTeardown, inventoryOf, resultOf, run, step,
  type InventoryEntry, type ObjectResult, type ProbeVerdict, type RunOptions, type State,
} from '../../../../lib/engine';
import { settledOf } from '../../../../lib/engine/core/state/entry';
import { configMap, context, FakeServer, keyOfNamed, refused } from '../fake-server';
import { apply, others } from '../simulation/server/api-server';

const PASS: ProbeVerdict = { status: 'pass', message: '', terminal: false };
const NOT_YET: ProbeVerdict = { status: 'fail', message: '0 of 1 replicas', terminal: false };

type Options = Omit<ResolvedObject, 'object' | 'collisionProtection'>;

function revisionOf(phases: readonly (readonly (KubeObject | [KubeObject, Options])[])[], more: Partial<ResolvedRevision> = {}): ResolvedRevision {
  return {
    extension: 'web', number: 1, digest: 'x', probes: [],
    phases: phases.map((objects, index) => ({
      name: `p${index}`,
      objects: objects.map((entry) => {
        const [object, options] = Array.isArray(entry) ? entry : [entry, {}];
        return { object, collisionProtection: 'Prevent', ...options };
      }),
    })),
    ...more,
  };
}

interface RolloutOptions extends Partial<RunOptions> {
  readonly inventory?: readonly InventoryEntry[];
  readonly dryRun?: boolean;
}

function rollOut(cluster: FakeServer, revision: ResolvedRevision, { inventory = [], dryRun = false, ...more }: RolloutOptions = {}): Promise<State> {
  const built = buildRollout(revision, { context, inventory, labelSelector: 'app=web', preflight: 'never', dryRun });
  return run({ cluster, ...built, context, probe: () => PASS, labels: ['app'], ...more });
}

function results(state: State): readonly ObjectResult[] {
  const { phases, removed } = resultOf(state);
  return [...phases.flatMap(({ objects }) => objects), ...removed];
}

function lines(state: State): readonly string[] {
  return results(state).map(({ ref, action, wouldBe }) => `${ref.name}: ${wouldBe === true ? 'would be ' : ''}${action}`);
}

describe('a paused object', () => {
  const paused = (value: string): [KubeObject, Options] => [configMap('held', value), { paused: true }];

  test('is not created; its phase is written, does not complete, and the run ends without waiting', async () => {
    const server = new FakeServer();
    const state = await rollOut(server, revisionOf([[paused('1'), configMap('free')], [configMap('after')]]));
    expect(lines(state)).toEqual(['held: would be Created', 'free: Created', 'after: Waiting']);
    expect(resultOf(state)).toMatchObject({ complete: false, failed: false, phases: [{ status: 'running' }, { status: 'pending' }] });
    expect(state.status).toBe('waiting');
    expect(server.requests).toEqual(['get held', 'apply free']);
  });

  test('is not changed; as soon as it is as desired the rollout goes on', async () => {
    const server = new FakeServer();
    const one = await rollOut(server, revisionOf([[configMap('held', '1')]]));
    const inventory = inventoryOf(one.task, one.entries);
    const two = revisionOf([[paused('2')], [configMap('after')]]);
    expect(lines(await rollOut(server, two, { inventory }))).toEqual(['held: would be Updated', 'after: Waiting']);
    expect(server.object('held')).toMatchObject({ data: { value: '1' } });
    const resumed = await rollOut(server, revisionOf([[configMap('held', '2')], [configMap('after')]]), { inventory });
    expect(lines(resumed)).toEqual(['held: Updated', 'after: Created']);
    expect(lines(await rollOut(server, two, { inventory: inventoryOf(resumed.task, resumed.entries) }))).toEqual(['held: would be Unchanged', 'after: Unchanged']);
  });

  test('that another client changes is not repaired, and the result names the fields', async () => {
    const server = new FakeServer();
    const one = await rollOut(server, revisionOf([[configMap('held')]]));
    server.act(others.edit(server.state, keyOfNamed('held')));
    const state = await rollOut(server, revisionOf([[paused('1')]]), { inventory: inventoryOf(one.task, one.entries) });
    expect(results(state)).toMatchObject([{ action: 'Recovered', interference: [{ path: 'data.value', manager: 'kubectl' }], wouldBe: true }]);
    expect(server.object('held')).toMatchObject({ data: { value: 'theirs' } });
  });

  test('that another controller has is a collision all the same', async () => {
    const server = new FakeServer();
    server.act(others.create(server.state, keyOfNamed('held'), configMap('held', 'theirs')));
    expect(await rollOut(server, revisionOf([[paused('1')]]))).toMatchObject({ status: 'failed' });
  });

  test('that is made as desired while the rest of its phase is waited for completes the phase in the same run', async () => {
    const server = new FakeServer();
    const one = await rollOut(server, revisionOf([[configMap('held', '1')]]));
    const wanted = buildRollout(revisionOf([[configMap('held', '2')]]), { context, inventory: [], labelSelector: '' }).desired.get(keyOfNamed('held')) as KubeObject;
    let isSlow = true;
    const state = await rollOut(server, revisionOf([[paused('2'), configMap('slow')], [configMap('after')]]), {
      inventory: inventoryOf(one.task, one.entries),
      probe: ({ metadata }) => (metadata.name === 'slow' && isSlow ? NOT_YET : PASS),
      onProgress: ({ entries }) => {
        if (!isSlow || settledOf(entries.get(keyOfNamed('slow'))) === undefined) return;
        isSlow = false;
        const { uid = '', resourceVersion = '' } = server.object('held')?.metadata ?? {};
        server.act(apply(server.state, keyOfNamed('held'), { ...wanted, metadata: { ...wanted.metadata, uid, resourceVersion } }, 'boxcutter'));
        server.act(others.makeReady(server.state, keyOfNamed('slow')));
      },
    });
    expect(lines(state)).toEqual(['held: would be Unchanged', 'slow: Created', 'after: Created']);
    expect(state.status).toBe('complete');
  });
});

describe('an object to be orphaned', () => {
  const orphan: [KubeObject, Options] = [configMap('data'), { orphan: true }];
  const installed = async (): Promise<{ server: FakeServer; inventory: readonly InventoryEntry[] }> => {
    const server = new FakeServer();
    const state = await rollOut(server, revisionOf([[orphan, configMap('app')]]));
    return { server, inventory: inventoryOf(state.task, state.entries) };
  };

  test('is let go when later content drops it, whatever became of the revision that said so', async () => {
    const { server, inventory } = await installed();
    const state = await rollOut(server, revisionOf([[configMap('other')]], { number: 2 }), { inventory });
    expect([...lines(state)].sort()).toEqual(['app: Deleted', 'data: Orphaned', 'other: Created']);
    expect(server.object('data')?.metadata).not.toHaveProperty('annotations');
    expect(inventoryOf(state.task, state.entries).map(({ ref }) => ref.name)).toEqual(['other']);
  });

  test('is let go by a teardown', async () => {
    const { server, inventory } = await installed();
    const built = buildTeardown(1, { context, inventory, labelSelector: 'app=web' });
    const state = await run({ cluster: server, ...built, context, probe: () => PASS, labels: ['app'] });
    expect([...lines(state)].sort()).toEqual(['app: Deleted', 'data: Orphaned']);
    expect([server.object('data')?.metadata.labels, server.object('app')]).toEqual([undefined, undefined]);
  });
});

describe('errors in a phase of five objects', () => {
  const names = ['invalid', 'untyped', 'theirs', 'fourth', 'fifth'];
  const broken = (): FakeServer => {
    const server = new FakeServer({
      answer: ({ metadata }) => {
        if (metadata.name === 'invalid') return refused({ code: 422, reason: 'Invalid', message: 'spec.replicas: Invalid value' });
        if (metadata.name === 'untyped') return refused({ code: 500, message: 'failed to create typed patch object: .spec.bogus: field not declared in schema' });
        return undefined;
      },
    });
    server.act(others.create(server.state, keyOfNamed('theirs'), configMap('theirs', 'theirs')));
    return server;
  };

  test('the others are written, each error is reported with them, and the next phase does not begin', async () => {
    const server = broken();
    const state = await rollOut(server, revisionOf([names.map((name) => configMap(name)), [configMap('after')]]));
    expect(lines(state)).toEqual(['invalid: Failed', 'untyped: Failed', 'theirs: Collision', 'fourth: Created', 'fifth: Created', 'after: Waiting']);
    expect(resultOf(state)).toMatchObject({ failed: true, phases: [{ status: 'failed' }, { status: 'pending' }] });
    expect(server.object('after')).toBeUndefined();
    expect(server.object('theirs')).toMatchObject({ data: { value: 'theirs' } });
  });

  test('one that the server cannot answer for the moment (503) is tried again, and the others do not wait for it', async () => {
    let tries = 0;
    const server = new FakeServer({
      answer: ({ metadata }) => (metadata.name === 'late' && (tries += 1) < 3 ? refused({ code: 503, message: 'shutting down' }) : undefined),
    });
    const state = await rollOut(server, revisionOf([[configMap('late'), configMap('other')]]));
    expect(lines(state)).toEqual(['late: Created', 'other: Created']);
    expect(server.requests.indexOf('apply other')).toBeLessThan(server.requests.lastIndexOf('apply late'));
  });
});

describe('a probe that fails for good', () => {
  const TERMINAL: ProbeVerdict = { status: 'fail', message: 'the Job has failed', terminal: true };

  test('ends the rollout at once, also while another object of the phase is still tried', async () => {
    const server = new FakeServer({ answer: ({ metadata }) => (metadata.name === 'never' ? refused({ code: 503, message: 'no' }) : undefined) });
    const state = await rollOut(server, revisionOf([[configMap('job'), configMap('never')], [configMap('after')]]), {
      probe: ({ metadata }) => (metadata.name === 'job' ? TERMINAL : NOT_YET),
    });
    expect(resultOf(state)).toMatchObject({ failed: true, phases: [{ status: 'failed', objects: [{ ready: TERMINAL }, { action: 'Waiting', cause: { type: 'refused', message: 'no' } }] }, { status: 'pending' }] });
  });

  test('an object that is being deleted is not ready, whatever a probe of the user says', async () => {
    const server = new FakeServer();
    server.act(others.create(server.state, keyOfNamed('going'), configMap('going')));
    const state = await rollOut(server, revisionOf([[configMap('going')]]), {
      seen: [{ ...configMap('going'), metadata: { ...configMap('going').metadata, uid: 'u', resourceVersion: '5', deletionTimestamp: 'now', finalizers: ['x/y'] } }],
      signal: AbortSignal.abort('enough'),
    });
    expect(results(state)).toMatchObject([{ action: 'Waiting', ready: { status: 'fail', message: 'is being deleted' } }]);
  });
});

test('a kind that the revision brings is waited for; any other kind that is not served fails', async () => {
  const crd: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.com', labels: { app: 'web' } },
    spec: { group: 'example.com', names: { kind: 'Widget' } },
  };
  const of = (kind: string): KubeObject => ({ apiVersion: 'example.com/v1', kind, metadata: { name: kind.toLowerCase(), namespace: 'n', labels: { app: 'web' } } });
  let tries = 0;
  const answer = ({ kind }: KubeObject): { type: 'unserved' } | undefined => {
    if (kind === 'Gadget') return { type: 'unserved' };
    return kind === 'Widget' && (tries += 1) < 3 ? { type: 'unserved' } : undefined;
  };
  expect(lines(await rollOut(new FakeServer({ answer }), revisionOf([[crd], [of('Widget')]])))).toEqual(['widgets.example.com: Created', 'widget: Created']);
  expect(tries).toBe(3);
  expect(results(await rollOut(new FakeServer({ answer }), revisionOf([[crd], [of('Gadget')]])))[1])
    .toMatchObject({ action: 'Failed', cause: { type: 'unserved', apiVersion: 'example.com/v1', kind: 'Gadget' } });
});

describe('another client fights for an object', () => {
  beforeEach(() => { jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }); });
  afterEach(() => { jest.useRealTimers(); });

  /** Runs on the timers' clock. @returns the state and how long it took by that clock */
  async function timed(rollout: Promise<State>): Promise<readonly [State, number]> {
    const begun = Date.now();
    let took = 0;
    void rollout.then(() => { took = Date.now() - begun; });
    await jest.advanceTimersByTimeAsync(60_000);
    return [await rollout, took];
  }

  /** A rollout that stays open, because its second phase is never ready. */
  const OPEN = revisionOf([[configMap('fought')], [configMap('slow')]]);
  const slow = ({ metadata }: KubeObject): ProbeVerdict => (metadata.name === 'slow' ? NOT_YET : PASS);

  test('three repairs, each later than the one before; then the run fails and names the client, the fields and the number of repairs', async () => {
    const written: number[] = [];
    const server = new FakeServer({
      afterWrite: (self, key) => {
        if (key !== keyOfNamed('fought')) return;
        written.push(Date.now());
        self.act(others.edit(self.state, key));
      },
    });
    const [state] = await timed(rollOut(server, OPEN, { probe: slow }));
    const [first = 0] = written;
    expect(written.map((at) => at - first)).toEqual([0, 0, 1_000, 3_000]);
    const [fought] = results(state);
    expect(fought).toMatchObject({
      action: 'Failed',
      cause: { type: 'contested', change: 'edit', repairs: 3, interference: [{ path: 'data.value', manager: 'kubectl' }] },
      contested: { repairs: 3, interference: [{ path: 'data.value', manager: 'kubectl' }] },
    });
    expect(resultOf(state)).toMatchObject({ failed: true, complete: false });
    expect(inventoryOf(state.task, state.entries).map(({ ref }) => ref.name)).toContain('fought');
  });

  test('where no stream looks, a change right after our write is not seen: the run completes, and the next one repairs it', async () => {
    let edits = 0;
    const server = new FakeServer({ afterWrite: (self, key) => { if ((edits += 1) === 1) self.act(others.edit(self.state, key)); } });
    const [first] = await timed(rollOut(server, revisionOf([[configMap('fought')]])));
    expect(results(first)).toMatchObject([{ action: 'Created' }]);
    expect(results(first)[0]).not.toHaveProperty('contested');
    expect([resultOf(first).complete, server.requests]).toEqual([true, ['apply fought']]);

    const [next] = await timed(rollOut(server, revisionOf([[configMap('fought')]]), { inventory: inventoryOf(first.task, first.entries) }));
    expect(results(next)).toMatchObject([{ action: 'Recovered', interference: [{ path: 'data.value', manager: 'kubectl' }] }]);
  });

  test('a client that gives up after our last repair does no harm: the run completes, and reports the contest', async () => {
    let edits = 0;
    const server = new FakeServer({ afterWrite: (self, key) => { if (key === keyOfNamed('fought') && (edits += 1) <= 3) self.act(others.edit(self.state, key)); } });
    let isSlow = true;
    const [state] = await timed(rollOut(server, revisionOf([[configMap('fought'), configMap('gate')]]), {
      probe: ({ metadata }) => (metadata.name === 'gate' && isSlow ? NOT_YET : PASS),
      onProgress: ({ entries }) => {
        if (!isSlow || (entries.get(keyOfNamed('fought'))?.contest.repairs ?? 0) < 3 || settledOf(entries.get(keyOfNamed('fought'))) === undefined) return;
        isSlow = false;
        server.act(others.makeReady(server.state, keyOfNamed('gate')));
      },
    }));
    expect(state.status).toBe('complete');
    expect(results(state)[0]).toMatchObject({ action: 'Recovered', contested: { repairs: 3, interference: [{ path: 'data.value', manager: 'kubectl' }] } });
  });

  test('deleted again and again counts as well', async () => {
    const server = new FakeServer({ afterWrite: (self, key) => { if (key === keyOfNamed('fought')) self.act(others.delete(self.state, key)); } });
    const [state] = await timed(rollOut(server, OPEN, { probe: slow }));
    expect(results(state)[0]).toMatchObject({
      action: 'Failed',
      cause: { type: 'contested', change: 'delete', repairs: 3 },
      contested: { repairs: 3, deletions: 3, interference: [] },
    });
  });

  test('one change is repaired at once, and is no contest', async () => {
    let edits = 0;
    const server = new FakeServer({ afterWrite: (self, key) => { if (key === keyOfNamed('fought') && (edits += 1) === 1) self.act(others.edit(self.state, key)); } });
    let isSlow = true;
    const [state, took] = await timed(rollOut(server, revisionOf([[configMap('fought'), configMap('gate')]]), {
      probe: ({ metadata }) => (metadata.name === 'gate' && isSlow ? NOT_YET : PASS),
      onProgress: ({ entries }) => {
        if (!isSlow || (entries.get(keyOfNamed('fought'))?.contest.repairs ?? 0) < 1 || settledOf(entries.get(keyOfNamed('fought'))) === undefined) return;
        isSlow = false;
        server.act(others.makeReady(server.state, keyOfNamed('gate')));
      },
    }));
    expect([state.status, took]).toEqual(['complete', 0]);
    expect(results(state)[0]).toMatchObject({ action: 'Recovered' });
    expect(results(state)[0]).not.toHaveProperty('contested');
  });
});

describe('the progress deadline', () => {
  beforeEach(() => { jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] }); });
  afterEach(() => { jest.useRealTimers(); });
  const MINUTE = 60_000;

  test('ends a rollout in which nothing gets further, and each object says what it waits for; the next run goes on', async () => {
    const server = new FakeServer({ answer: ({ metadata }) => (metadata.name === 'never' ? refused({ code: 503, message: 'no leader' }) : undefined) });
    const revision = revisionOf([[configMap('app'), configMap('never')], [configMap('after')]], { progressDeadlineMinutes: 10 });
    const rollout = rollOut(server, revision, { probe: () => NOT_YET });
    let ended = false;
    void rollout.then(() => { ended = true; });
    await jest.advanceTimersByTimeAsync(10 * MINUTE - 1_000);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    const result = resultOf(await rollout);
    expect(result).toMatchObject({ failed: true, complete: false, deadlineExceeded: true });
    expect(result.phases.map(({ objects }) => objects)).toMatchObject([
      [{ action: 'Created', ready: { message: '0 of 1 replicas' } }, { action: 'Waiting', cause: { type: 'refused', message: 'no leader' } }],
      [{ action: 'Waiting', cause: { type: 'phase' } }],
    ]);
    expect(jest.getTimerCount()).toBe(0);

    const state = await rollOut(new FakeServer(), revision);
    expect(resultOf(state)).toMatchObject({ complete: true, failed: false });
    expect(resultOf(state)).not.toHaveProperty('deadlineExceeded');
  });

  test('every object that gets ready sets it anew', async () => {
    const server = new FakeServer();
    const ready = new Set<string>();
    const revision = revisionOf([[configMap('a'), configMap('b'), configMap('c')]], { progressDeadlineMinutes: 10 });
    const rollout = rollOut(server, revision, { probe: ({ metadata }) => (ready.has(metadata.name ?? '') ? PASS : NOT_YET) });
    for (const name of ['a', 'b', 'c']) {
      await jest.advanceTimersByTimeAsync(9 * MINUTE);
      ready.add(name);
      server.act(others.makeReady(server.state, keyOfNamed(name)));
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(resultOf(await rollout)).toMatchObject({ complete: true });
  });

  test('an object that gets ready and unready all the time makes no progress', async () => {
    const server = new FakeServer();
    let isReady = false;
    const revision = revisionOf([[configMap('flaps'), configMap('stuck')]], { progressDeadlineMinutes: 10 });
    const rollout = rollOut(server, revision, { probe: ({ metadata }) => (metadata.name === 'flaps' && isReady ? PASS : NOT_YET) });
    for (let minute = 0; minute < 12; minute += 1) {
      isReady = !isReady;
      const object = server.object('flaps') as KubeObject | undefined;
      if (object !== undefined) server.act(others.touch(server.state, keyOfNamed('flaps')));
      await jest.advanceTimersByTimeAsync(MINUTE);
    }
    expect(resultOf(await rollout)).toMatchObject({ deadlineExceeded: true });
  });

  test('what was ready before makes no progress by getting ready again, whatever else got ready meanwhile', async () => {
    const server = new FakeServer();
    const ready = new Set<string>();
    const revision = revisionOf([[configMap('flaps'), configMap('once'), configMap('stuck')]], { progressDeadlineMinutes: 10 });
    const rollout = rollOut(server, revision, { probe: ({ metadata }) => (ready.has(metadata.name ?? '') ? PASS : NOT_YET) });
    let ended = false;
    void rollout.then(() => { ended = true; });
    const turn = async (name: string): Promise<void> => {
      if (!ready.delete(name)) ready.add(name);
      server.act(others.touch(server.state, keyOfNamed(name)));
      await jest.advanceTimersByTimeAsync(MINUTE);
    };
    await jest.advanceTimersByTimeAsync(0);
    for (const name of ['flaps', 'flaps', 'once', 'flaps']) await turn(name);
    // Two minutes ago `once` got ready; `flaps` has been so before.
    await jest.advanceTimersByTimeAsync(8 * MINUTE - 1);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(resultOf(await rollout)).toMatchObject({ deadlineExceeded: true });
  });

  test('one that was set anew meanwhile ends nothing', () => {
    const { task } = buildRollout(revisionOf([[configMap('a')]], { progressDeadlineMinutes: 10 }), { context, inventory: [], labelSelector: '' });
    const { state } = begin(task);
    const mark = state.progress?.mark ?? 0;
    expect(step(state, { type: 'deadline', mark: mark - 1 }).state).not.toHaveProperty('deadlineExceeded');
    expect(step(state, { type: 'deadline', mark }).state).toMatchObject({ deadlineExceeded: true });
  });

  test('a dry run has none', () => {
    const built = buildRollout(revisionOf([[configMap('a')]], { progressDeadlineMinutes: 10 }), { context, inventory: [], labelSelector: '', dryRun: true });
    expect(built.task.progressDeadlineMs).toBe(10 * MINUTE);
    expect(begin(built.task).requests.filter((request) => 'deadline' in request)).toEqual([]);
  });
});

test('a run without gates takes all phases over, ready or not, and ends', async () => {
  const server = new FakeServer();
  const built = buildRollout(revisionOf([[configMap('first')], [configMap('second')]]), {
    context, inventory: [], labelSelector: 'app=web', preflight: 'never', ungated: true,
  });
  const state = await run({ cluster: server, ...built, context, probe: () => NOT_YET, labels: ['app'] });
  expect([state.status, lines(state)]).toEqual(['complete', ['first: Created', 'second: Created']]);
});
