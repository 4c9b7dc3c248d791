import type { KubeObject, ResolvedRevision } from '../../../lib/api';
import { buildRollout, resultOf, run, type Answer, type Cluster, type Observer, type OwnerContext, type RunOptions } from '../../../lib/engine';

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

test('aborted: nothing new is sent, what is under way is awaited, and the reason is told', async () => {
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
      if ([...entries.values()].some(({ attempts }) => attempts === 3)) stop.abort('enough');
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
