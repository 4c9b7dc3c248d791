/** The executor when what is plugged into it, or the server, does not behave. */
import { getEventListeners } from 'node:events';
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { actionReason, buildRollout, buildTeardown, resultOf, run, type Answer, type Cluster, type Observer, type OwnerContext, type ProbeVerdict, type RunOptions } from '../../../../lib/engine';
import { settledOf } from '../../../../lib/engine/core/state/entry';

const context: OwnerContext = {
  owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', namespace: 's', uid: 'me' },
  strategy: { type: 'annotation', annotation: 'owners' }, siblings: [], fieldManager: 'boxcutter',
};
const object: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'n' }, data: { value: '1' } };
const PASS: ProbeVerdict = { status: 'pass', message: '', terminal: false };

function stored(sent: KubeObject, resourceVersion = '7'): KubeObject {
  const managedFields = [{ manager: 'boxcutter', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:value': {} } } }];
  return { ...sent, metadata: { ...sent.metadata, uid: 'u', resourceVersion, managedFields } };
}

function revisionOf(phases: readonly (readonly KubeObject[])[], more: Partial<ResolvedRevision> = {}): ResolvedRevision {
  return {
    extension: 'web', number: 1, digest: 'x', probes: [],
    phases: phases.map((objects, index) => ({ name: `p${index}`, objects: objects.map((one) => ({ object: one, collisionProtection: 'Prevent' as const })) })),
    ...more,
  };
}

function clusterOf(parts: Partial<Cluster> = {}): Cluster {
  return {
    apply: (sent) => Promise.resolve({ type: 'object', created: true, object: stored(sent) }),
    get: () => Promise.resolve({ type: 'gone' }),
    patch: () => Promise.resolve({ type: 'gone' }),
    delete: () => Promise.resolve({ type: 'gone' }),
    resolve: () => Promise.resolve(undefined),
    observe: () => ({ close: () => undefined }),
    ...parts,
  };
}

/** The desired object with our mark. */
function marked(one: KubeObject): KubeObject {
  return buildRollout(revisionOf([[one]]), { context, inventory: [], labelSelector: 'app=web' }).desired.get(keyOf(refOf(one))) as KubeObject;
}

function start(
  cluster: Cluster, revision: ResolvedRevision, more: Partial<RunOptions> = {}, recorded: readonly KubeObject[] = [],
): ReturnType<typeof run> {
  const inventory = recorded.map((one) => ({ ref: refOf(one), order: 0, phase: 'p0', uid: 'u' }));
  const built = buildRollout(revision, { context, inventory, labelSelector: 'app=web' });
  return run({ cluster, ...built, context, probe: () => PASS, labels: [], ...more });
}

describe('what a program plugs in may throw: the run ends with that, the process does not', () => {
  test('a listener of dry runs', async () => {
    const onDryRun = (): void => { throw new Error('listener'); };
    await expect(start(clusterOf(), revisionOf([[object]]), { onDryRun })).rejects.toThrow('listener');
  });

  test('a probe that judges an answer', async () => {
    const probe = (): ProbeVerdict => { throw new Error('probe'); };
    await expect(start(clusterOf(), revisionOf([[object]]), { probe })).rejects.toThrow('probe');
  });

  test('a probe that judges what a stream shows', async () => {
    const probe = (): ProbeVerdict => { throw new Error('probe'); };
    const cluster = clusterOf({
      observe: (_, observer: Observer) => {
        queueMicrotask(() => observer.changed(stored(object)));
        return { close: () => undefined };
      },
    });
    await expect(start(cluster, revisionOf([[object]]), { probe }, [object])).rejects.toThrow('probe');
  });

  test('a fence that is no promise', async () => {
    let asked = 0;
    const fence: RunOptions['fence'] = () => {
      asked += 1;
      if (asked === 1) throw new Error('not now');
      return Promise.resolve({ held: true, message: '' });
    };
    expect(resultOf(await start(clusterOf(), revisionOf([[object]]), { fence }))).toMatchObject({ complete: true });
  });

  test('a cluster that throws where it should answer', async () => {
    const get = (): Promise<Answer> => { throw new Error('no answer'); };
    const lost = (): Promise<Answer> => Promise.resolve({ type: 'lost', message: 'cut' });
    let dry = true;
    const apply: Cluster['apply'] = (sent, { dryRun }) => (dry && dryRun === true ? ((dry = false), Promise.resolve({ type: 'object', created: true, object: stored(sent) })) : lost());
    await expect(start(clusterOf({ apply, get }), revisionOf([[object]]))).rejects.toThrow('no answer');
  });

  test('a stream that fails at once is closed', async () => {
    let closed = 0;
    const cluster = clusterOf({
      observe: (_, observer: Observer) => {
        observer.failed({ type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } }, true);
        return { close: () => { closed += 1; } };
      },
    });
    expect(resultOf(await start(cluster, revisionOf([[object]]), {}, [object]))).toMatchObject({ complete: true });
    expect(closed).toBeGreaterThan(0);
  });
});

test('a run that has nothing to do leaves no trace on the signal', async () => {
  const { signal } = new AbortController();
  const built = buildRollout(revisionOf([]), { context, inventory: [], labelSelector: 'app=web', dryRun: true });
  await run({ cluster: clusterOf(), ...built, context, probe: () => PASS, labels: [], signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a progress deadline may be longer than a timer can be', async () => {
  jest.useFakeTimers();
  try {
    const stop = new AbortController();
    const probe = (): ProbeVerdict => ({ status: 'fail', message: 'not yet', terminal: false });
    let isOver = false;
    const running = start(clusterOf(), revisionOf([[object]], { progressDeadlineMinutes: 100_000 }), { probe, signal: stop.signal });
    void running.then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(99_999 * 60_000);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(resultOf(await running)).toMatchObject({ complete: false, deadlineExceeded: true });
  } finally {
    jest.useRealTimers();
  }
});

test('stopped by the fence: what waits for its turn is not sent, and not waited for', async () => {
  const other: KubeObject = { ...object, metadata: { ...object.metadata, name: 'b' } };
  let tries = 0;
  const cluster = clusterOf({
    apply: (sent, { dryRun }) => {
      if (dryRun === true) return Promise.resolve({ type: 'object', created: true, object: stored(sent) });
      return Promise.resolve({ type: 'refused', status: { code: 503, reason: '', message: 'busy', causes: [] } });
    },
    get: () => {
      tries += 1;
      return Promise.resolve({ type: 'lost', message: 'cut' });
    },
  });
  let held = true;
  let triesBefore = 0;
  const fence: RunOptions['fence'] = () => {
    if (!held) triesBefore = tries;
    return Promise.resolve({ held, message: 'somebody else has it' });
  };
  const sees = { ...cluster };
  // The reads of one object are slow to be tried again; the other asks the fence in the meantime.
  sees.get = (ref) => (ref.name === 'a' ? cluster.get(ref) : Promise.resolve({ type: 'gone' }));
  const state = await start(sees, revisionOf([[object, other]]), { fence, onProgress: () => { if (tries >= 2) held = false; } });
  expect(state).toMatchObject({ status: 'stopped', stopping: 'somebody else has it' });
  expect(tries).toBe(triesBefore);
});

test('resource versions that are no numbers: what a stream shows later is newer', async () => {
  let observer: Observer | undefined;
  const cluster = clusterOf({
    apply: (sent) => Promise.resolve({ type: 'object', created: true, object: stored(sent, '12/7') }),
    observe: (_, one) => { observer = one; return { close: () => undefined }; },
  });
  let shown = 0;
  const running = start(cluster, revisionOf([[object]]), {
    probe: ({ metadata }) => (metadata.resourceVersion === '13/8' ? PASS : { status: 'fail', message: 'not yet', terminal: false }),
    signal: AbortSignal.timeout(1_000),
    onProgress: ({ entries }) => {
      if (settledOf(entries.get(keyOf(refOf(object)))) !== undefined && shown++ === 0) queueMicrotask(() => observer?.changed(stored(marked(object), '13/8')));
    },
  }, [object]);
  observer?.synced();
  expect(resultOf(await running)).toMatchObject({ complete: true });
});

test('resource versions that are no numbers: the answer to a write is believed, and a live read as well', async () => {
  const held = (value: string, version: string): KubeObject => stored({ ...marked(object), data: { value } }, version);
  let live = held('0', '12/7');
  const cluster = clusterOf({
    get: () => Promise.resolve({ type: 'object', created: false, object: live }),
    apply: (sent, { dryRun }) => {
      if (sent.metadata.resourceVersion !== live.metadata.resourceVersion) return Promise.resolve(conflict);
      if (dryRun !== true) live = held('1', '14/9');
      return Promise.resolve({ type: 'object', created: false, object: live });
    },
    observe: (_, observer) => {
      queueMicrotask(() => {
        observer.changed(live);
        // Another client changes it, and the stream is behind.
        live = held('0', '13/8');
        observer.synced();
      });
      return { close: () => undefined };
    },
  });
  const state = await start(cluster, revisionOf([[object]]), { signal: AbortSignal.timeout(1_000) }, [object]);
  expect(resultOf(state)).toMatchObject({ complete: true });
  expect(live.data).toEqual({ value: '1' });
});

const conflict: Answer = { type: 'refused', status: { code: 409, reason: 'Conflict', message: 'the object has been modified', causes: [] } };

test('while an answer is awaited, the result says what was asked', async () => {
  const reasons = new Set<string>();
  let reads = 0;
  const cluster = clusterOf({
    apply: (sent, { dryRun }) => {
      const isBusy = dryRun !== true && reads === 0;
      return Promise.resolve(isBusy ? { type: 'refused', status: { code: 503, reason: '', message: 'busy', causes: [] } } : { type: 'object', created: true, object: stored(sent) });
    },
    get: () => {
      reads += 1;
      return Promise.resolve({ type: 'gone' });
    },
  });
  await start(cluster, revisionOf([[object]]), {
    onProgress: (state) => {
      const told = resultOf(state).phases[0]?.objects[0];
      if (told?.action === 'Waiting') reasons.add(actionReason(told));
    },
  });
  expect([...reasons]).toEqual(['it is being checked', 'its phase has not been reached', 'it is being written', 'busy']);
});

test('owners beside us, which an adopted object has kept, stay in later updates', async () => {
  const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', namespace: 'n', uid: 'theirs' };
  const owners = JSON.stringify([other, { ...context.owner, controller: true }]);
  const live = stored({ ...object, data: { value: 'old' }, metadata: { ...object.metadata, annotations: { owners } } }, '5');
  const sent: KubeObject[] = [];
  const cluster = clusterOf({
    apply: (one) => {
      sent.push(one);
      return Promise.resolve({ type: 'object', created: false, object: stored(one) });
    },
    observe: (_, observer) => {
      queueMicrotask(() => { observer.changed(live); observer.synced('5'); });
      return { close: () => undefined };
    },
  });
  expect(resultOf(await start(cluster, revisionOf([[object]]), {}, [object]))).toMatchObject({ complete: true });
  expect(sent.map(({ metadata }) => JSON.parse(metadata.annotations?.['owners'] ?? '') as unknown)).toEqual(sent.map(() => [other, { ...context.owner, controller: true }]));
  expect(sent.length).toBeGreaterThan(0);
});

describe('patches of what has to go', () => {
  const definition: KubeObject = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.com' }, spec: {} };
  const native: OwnerContext = { ...context, owner: { apiVersion: 'v1', kind: 'Namespace', name: 'n', uid: 'me' }, strategy: { type: 'native' } };
  const live = (version: string, more: Partial<KubeObject['metadata']> = {}): KubeObject => ({
    ...definition,
    metadata: {
      ...definition.metadata, uid: 'u', resourceVersion: version, ...more,
      ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'n', uid: 'me', controller: true }],
    },
  });
  type Patch = Parameters<Cluster['patch']>[1];

  function takeDown(cluster: Cluster, more: Partial<RunOptions> = {}, orphan = false): ReturnType<typeof run> {
    const inventory = [{ ref: refOf(definition), order: 0, phase: 'p0', uid: 'u' }];
    const built = buildTeardown(1, { context: native, inventory, labelSelector: 'app=web', orphan: () => orphan });
    return run({ cluster, ...built, context: native, probe: () => PASS, labels: [], ...more });
  }

  test('an object without any annotation can be nudged', async () => {
    jest.useFakeTimers();
    try {
      const patches: Patch[] = [];
      const stuck = live('5', { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['customresourcecleanup.apiextensions.k8s.io'] });
      const stop = new AbortController();
      const cluster = clusterOf({
        observe: (_, observer) => {
          queueMicrotask(() => { observer.changed(stuck); observer.synced('5'); });
          return { close: () => undefined };
        },
        patch: (_, operations) => {
          patches.push(operations);
          stop.abort('seen');
          return Promise.resolve({ type: 'gone' });
        },
      });
      const running = takeDown(cluster, { signal: stop.signal });
      await jest.advanceTimersByTimeAsync(3_000);
      await running;
      expect(patches).toEqual([[{ op: 'test', path: '/metadata/uid', value: 'u' }, { op: 'add', path: '/metadata/annotations', value: { 'olm.operatorframework.io/nudged': '5' } }]]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('letting go is for the state that was decided about, whatever a stream has shown since', async () => {
    const patches: Patch[] = [];
    const cluster = clusterOf({
      observe: (_, observer) => {
        queueMicrotask(() => {
          // Two events in one go: the decision is made about the first, when the second has been looked at already.
          observer.changed(live('5'));
          observer.synced('5');
        });
        return { close: () => undefined };
      },
      patch: (_, operations) => {
        patches.push(operations);
        return Promise.resolve({ type: 'gone' });
      },
    });
    await takeDown(cluster, {}, true);
    expect(patches[0]?.slice(0, 2)).toEqual([{ op: 'test', path: '/metadata/uid', value: 'u' }, { op: 'test', path: '/metadata/resourceVersion', value: '5' }]);
  });
});
