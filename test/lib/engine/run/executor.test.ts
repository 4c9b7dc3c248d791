import type { KubeObject, ResolvedRevision } from '../../../../lib/api';
import { buildRollout, buildTeardown, resultOf, run, type Answer, type Cluster, type Observer, type OwnerContext, type RunOptions } from '../../../../lib/engine';

/** The executor against a cluster that answers as it is told. */
const context: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 's', uid: 'me' },
  strategy: { type: 'annotation', annotation: 'owners' }, siblings: [], fieldManager: 'boxcutter',
};
const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { value: '1' } };
const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'x', probes: [], phases: [{ name: 'p', objects: [{ object, collisionProtection: 'Prevent' }] }] };

const accepted = (sent: KubeObject): Answer => ({ type: 'object', created: true, object: { ...sent, metadata: { ...sent.metadata, uid: 'u', resourceVersion: '7' } } });

function clusterOf(parts: Partial<Cluster> = {}): Cluster & { readonly written: KubeObject[] } {
  const written: KubeObject[] = [];
  return {
    written,
    apply: (sent, { dryRun }) => {
      if (dryRun !== true) written.push(sent);
      return Promise.resolve(accepted(sent));
    },
    get: () => Promise.resolve({ type: 'gone' }),
    patch: () => Promise.resolve({ type: 'gone' }),
    delete: () => Promise.resolve({ type: 'gone' }),
    resolve: () => Promise.resolve(undefined),
    observe: () => ({ close: () => undefined }),
    ...parts,
  };
}

function start(cluster: Cluster, more: Partial<RunOptions> = {}, known = false): ReturnType<typeof run> {
  const inventory = known ? [{ ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' }, order: 0, phase: 'p', uid: 'u' }] : [];
  const built = buildRollout(revision, { context, inventory, labelSelector: 'app=web' });
  return run({ cluster, ...built, context, probe: () => ({ status: 'pass', message: '', terminal: false }), labels: [], ...more });
}

test('a stream may answer at once', async () => {
  const cluster = clusterOf({
    observe: (_, observer: Observer) => {
      observer.synced();
      return { close: () => undefined };
    },
  });
  expect(resultOf(await start(cluster, {}, true))).toMatchObject({ complete: true, phases: [{ objects: [{ action: 'Created' }] }] });
});

test('what has to be on record first, and is not, ends the run with nothing written', async () => {
  const cluster = clusterOf();
  await expect(start(cluster, { commit: () => Promise.reject(new Error('no record')) })).rejects.toThrow('no record');
  expect(cluster.written).toEqual([]);
});

test('aborted: nothing new is sent, what is under way is awaited, and the reason is reported', async () => {
  const stop = new AbortController();
  const cluster = clusterOf({
    apply: (sent, { dryRun }) => {
      if (dryRun !== true) return Promise.reject(new Error('not to be written'));
      stop.abort('out of time');
      return Promise.resolve(accepted(sent));
    },
  });
  await expect(start(cluster, { signal: stop.signal })).resolves.toMatchObject({ status: 'stopped', stopping: 'out of time' });
});

test('aborted while it waits to try again: it does not wait', async () => {
  const stop = new AbortController();
  const cluster = clusterOf({ apply: () => Promise.resolve({ type: 'lost', message: 'connection reset' }) });
  const state = await start(cluster, {
    signal: stop.signal,
    onProgress: ({ entries }) => {
      if ([...entries.values()].some(({ progress }) => progress.attempts === 3)) stop.abort('enough');
    },
  });
  expect(state).toMatchObject({ status: 'stopped', stopping: 'enough' });
});

test('a fault in what listens ends the run instead of hanging it', async () => {
  await expect(start(clusterOf(), { onProgress: () => { throw new Error('listener'); } })).rejects.toThrow('listener');
});

test('every stream is closed at the end', async () => {
  let open = 0;
  const cluster = clusterOf({
    observe: (_, observer) => {
      open += 1;
      queueMicrotask(() => observer.synced());
      return { close: () => { open -= 1; } };
    },
  });
  await start(cluster, {}, true);
  expect(open).toBe(0);
});

describe('an object that another client keeps changing', () => {
  const annotations = { owners: JSON.stringify([{ ...context.owner, controller: true }]) };
  const fieldsV1 = { 'f:metadata': { 'f:annotations': { 'f:owners': {} } } };
  const managedFields = [{ manager: 'boxcutter', operation: 'Apply', fieldsV1 }];
  const held = (version: number): KubeObject =>
    ({ ...object, metadata: { ...object.metadata, uid: 'u', resourceVersion: String(version), annotations, managedFields } });
  /** It changes every 20 ms: who waits between reading and writing is always late. */
  const changing = (): Cluster => {
    const begun = Date.now();
    const version = (): number => Math.floor((Date.now() - begun) / 20) + 1;
    return clusterOf({
      get: () => Promise.resolve({ type: 'object', created: false, object: held(version()) }),
      apply: (sent) => {
        const isCurrent = Number(sent.metadata.resourceVersion) === version();
        return Promise.resolve(isCurrent ? { type: 'object', created: false, object: { ...sent, metadata: { ...sent.metadata, resourceVersion: '100000' } } } : conflict);
      },
    });
  };
  const conflict: Answer = { type: 'refused', status: { code: 409, reason: 'Conflict', message: 'the object has been modified', causes: [] } };

  test('is written right after it was read', async () => {
    const signal = AbortSignal.timeout(5_000);
    expect(resultOf(await start(changing(), { signal }))).toMatchObject({ complete: true });
  });

  test('is named as such when the time is up', async () => {
    const stop = new AbortController();
    const cluster: Cluster = { ...changing(), apply: () => Promise.resolve(conflict) };
    const state = await start(cluster, {
      signal: stop.signal,
      onProgress: ({ entries }) => {
        if ([...entries.values()].some(({ progress }) => progress.attempts === 4)) stop.abort('out of time');
      },
    });
    expect(resultOf(state).phases[0]?.objects).toMatchObject([{ action: 'Waiting', cause: { type: 'contested' } }]);
  });
});

test('a dry run reads what no run of ours made before it calls it absent', async () => {
  const cluster = clusterOf({ get: () => Promise.resolve({ type: 'object', created: false, object: { ...object, metadata: { ...object.metadata, uid: 'theirs', resourceVersion: '3' } } }) });
  const built = buildRollout(revision, { context, inventory: [], labelSelector: 'app=web', dryRun: true, preflight: 'never' });
  const state = await run({ cluster, ...built, context, probe: () => ({ status: 'pass', message: '', terminal: false }), labels: [] });
  expect(resultOf(state).phases[0]?.objects).toMatchObject([{ action: 'Collision', wouldBe: true }]);
  expect(cluster.written).toEqual([]);
});

describe('the fence', () => {
  const held = Promise.resolve({ held: true, message: '' });

  test('is asked before what creates, changes or deletes, not before looking', async () => {
    const asked: string[] = [];
    await start(clusterOf(), { fence: (before) => { asked.push(before); return held; } });
    expect(asked).toEqual(['write']);
  });

  test('no longer held: nothing is created, and the run ends saying who has it', async () => {
    const cluster = clusterOf();
    const state = await start(cluster, { fence: () => Promise.resolve({ held: false, message: 'ada took over' }) });
    expect(state).toMatchObject({ status: 'stopped', stopping: 'ada took over' });
    expect(state.unreachable).toBeUndefined();
    expect(cluster.written).toEqual([]);
  });

  test('that it cannot be asked is not "no": it is asked again', async () => {
    let asked = 0;
    const cluster = clusterOf();
    const state = await start(cluster, { fence: () => ((asked += 1) < 3 ? Promise.reject(new Error('no leader.')) : held) });
    expect(state).toMatchObject({ status: 'complete' });
    expect(state.unreachable).toBeUndefined();
    expect(cluster.written).toHaveLength(1);
  });

  test.each([['before a write', false], ['before a delete', true]])('never answered %s: the run ends in time, for want of a server', async (_, removal) => {
    const stop = new AbortController();
    const inventory = [{ ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' }, order: 0, phase: 'p', uid: 'u' }];
    const live = accepted({ ...object, metadata: { ...object.metadata, annotations: { owners: JSON.stringify([{ apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 's', uid: 'me', controller: true }]) } } });
    const cluster = clusterOf({
      get: () => Promise.resolve(live),
      delete: () => Promise.reject(new Error('not to be deleted')),
      observe: (_scope, observer) => {
        if (live.type === 'object') observer.changed(live.object);
        observer.synced();
        return { close: () => undefined };
      },
    });
    const built = removal ? buildTeardown(1, { context, inventory, labelSelector: 'app=web' }) : buildRollout(revision, { context, inventory: [], labelSelector: 'app=web' });
    const state = await start(cluster, {
      ...built, signal: stop.signal,
      fence: () => Promise.reject(new Error('no leader.')),
      onProgress: ({ unreachable }) => { if (unreachable !== undefined) stop.abort('out of time'); },
    });
    expect(state).toMatchObject({ status: 'stopped', stopping: 'out of time', unreachable: 'no leader' });
    expect(cluster.written).toEqual([]);
  });
});
