/** Looks into the Pods of what is waited for: when, at what, and what is told. */
import type { KubeObject, ObjectRef } from '../../../../../lib/api';
import type { Diagnosis, State } from '../../../../../lib/engine';
import { StallWatch, type StallWatchOptions } from '../../../../../lib/runtime/run/stalls/stall-watch';
import { draftOf, FAIL, item, present, settled, task } from '../../../engine/core/scene';

const PERIOD_MS = 1_000;

/** A run that waits for these Deployments. */
function waitingFor(...names: readonly string[]): State {
  const items = names.map((name) => item(name, { ref: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'n', name } }));
  const entries = Object.fromEntries(names.map((name) => [name, [settled('Created'), present({ uid: `uid of ${name}`, ready: FAIL })]]));
  return draftOf(task(items), entries, { preflight: 'passed' }).finish().state;
}

const deployment = ({ apiVersion, kind, namespace = '', name }: ObjectRef): KubeObject => ({
  apiVersion, kind, metadata: { name, namespace, uid: `uid of ${name}` }, spec: { replicas: 1, selector: { matchLabels: { app: name } } },
});

/** Of each Deployment one Pod, whose container waits for this reason. */
function clusterWith(reason: () => string, owner?: string): Pick<StallWatchOptions, 'get' | 'lister'> & { readonly asked: string[] } {
  const asked: string[] = [];
  const owned = (kind: string, name: string, owner: string, status: object): KubeObject => ({
    apiVersion: 'v1', kind, metadata: {
      name,
      namespace: 'n',
      uid: name,
      ownerReferences: [{ apiVersion: 'v1', kind: 'x', name: owner, uid: owner }],
    }, status,
  });
  const waiting = (): object => ({ containerStatuses: [{
    name: 'main',
    ready: false,
    restartCount: 0,
    state: { waiting: { reason: reason() } },
  }] });
  return {
    asked,
    get: (ref) => {
      asked.push(ref.name);
      return Promise.resolve({ type: 'object', object: deployment(ref), created: false });
    },
    lister: {
      list: ({ kind, labelSelector = '' }) => {
        const app = labelSelector.replace('app=', '');
        const set = owned('ReplicaSet', `${app}-1`, `uid of ${app}`, {});
        return Promise.resolve({ objects: kind === 'ReplicaSet'
          ? [set]
          : kind === 'Pod' ? [owned('Pod', `${app}-1-x`, owner ?? `${app}-1`, waiting())] : [] });
      },
    },
  };
}

/** Watches a run for so many periods, and gives what was told: the key, the text, and whether it was final. */
async function watched(
  state: (period: number) => State, cluster: ReturnType<typeof clusterWith>, periods: number, grace: StallWatchOptions['grace'] = {},
): Promise<readonly string[]> {
  jest.useFakeTimers();
  const told: string[] = [];
  const tell = (key: string, diagnosis?: Diagnosis): void => {
    told.push(`${key}: ${diagnosis === undefined ? 'nothing' : `${diagnosis.text}${diagnosis.final ? ', final' : ''}`}`);
  };
  const watch = new StallWatch({ ...cluster, grace, periodMs: PERIOD_MS, now: () => Date.now() });
  try {
    watch.start(tell);
    for (let period = 0; period < periods; period += 1) {
      watch.show(state(period));
      await jest.advanceTimersByTimeAsync(PERIOD_MS);
    }
  } finally {
    watch.end();
    jest.useRealTimers();
  }
  return told;
}

test('what is waited for at two looks is looked into, and not before', async () => {
  const cluster = clusterWith(() => 'ImagePullBackOff');
  expect(await watched(() => waitingFor('web'), cluster, 1)).toEqual([]);
  expect(cluster.asked).toEqual([]);
  expect(await watched(() => waitingFor('web'), cluster, 2)).toEqual(['web: Pod web-1-x: container main waits: ImagePullBackOff']);
});

test('what gets ready in between is not looked into', async () => {
  const cluster = clusterWith(() => 'ImagePullBackOff');
  expect(await watched((period) => waitingFor(period % 2 === 0 ? 'web' : 'other'), cluster, 6)).toEqual([]);
});

test('trouble that lasts too long is final', async () => {
  const told = await watched(() => waitingFor('web'), clusterWith(() => 'ImagePullBackOff'), 4, { image: 2 * PERIOD_MS });
  expect(told).toEqual([
    'web: Pod web-1-x: container main waits: ImagePullBackOff',
    'web: Pod web-1-x: container main waits: ImagePullBackOff',
    'web: Pod web-1-x: container main waits: ImagePullBackOff (for 2 s), final',
  ]);
});

test('a Pod that is only being started is named, and never final', async () => {
  const told = await watched(() => waitingFor('web'), clusterWith(() => 'ContainerCreating'), 100, { image: 0, crash: 0 });
  expect(new Set(told)).toEqual(new Set(['web: Pod web-1-x: container main waits: ContainerCreating']));
});

test('a Job that fails is left to its own limit, and its images are not', async () => {
  const get: StallWatchOptions['get'] = (ref) => Promise.resolve({
    type: 'object',
    created: false,
    object: { ...deployment(ref), kind: 'Job' },
  });
  const crashing = await watched(() => waitingFor('web'), { ...clusterWith(() => 'CrashLoopBackOff', 'uid of web'), get }, 4, { crash: 0 });
  expect(crashing).toEqual([
    expect.not.stringContaining('final'),
    expect.not.stringContaining('final'),
    expect.not.stringContaining('final'),
  ]);
  const pulling = await watched(() => waitingFor('web'), { ...clusterWith(() => 'ErrImagePull', 'uid of web'), get }, 2, { image: 0 });
  expect(pulling).toEqual([expect.stringContaining('final')]);
});

test('of many objects some are looked into at a time, and all in turn', async () => {
  const cluster = clusterWith(() => 'ContainerCreating');
  const names = Array.from({ length: 12 }, (_, index) => `app-${index}`);
  await watched(() => waitingFor(...names), cluster, 4);
  expect(cluster.asked).toHaveLength(15);
  expect(new Set(cluster.asked)).toEqual(new Set(names));
});

test('another object under the name is not judged by what its predecessor did', async () => {
  const cluster = clusterWith(() => 'ImagePullBackOff');
  const get: StallWatchOptions['get'] = (ref) => Promise.resolve({
    type: 'object', created: false, object: { ...deployment(ref), metadata: { ...deployment(ref).metadata, uid: 'another' } },
  });
  expect(await watched(() => waitingFor('web'), { ...cluster, get }, 5)).toEqual([]);
});

test('an object that cannot be read ends nothing', async () => {
  const cluster = clusterWith(() => 'ImagePullBackOff');
  expect(await watched(() => waitingFor('web'), {
    ...cluster,
    get: () => Promise.resolve({ type: 'lost', message: 'away' }),
  }, 5, { image: 0 })).toEqual([]);
});

test('before the first write, and for objects without Pods, nothing is asked', async () => {
  const cluster = clusterWith(() => 'ImagePullBackOff');
  const asking = { ...waitingFor('web'), preflight: 'running' } as const;
  const config = draftOf(task([item('a')]), { a: [settled('Created'), present({ ready: FAIL })] }, { preflight: 'passed' }).finish().state;
  for (const state of [asking, config]) expect(await watched(() => state, cluster, 5)).toEqual([]);
  expect(cluster.asked).toEqual([]);
});

test('what a failed container wrote last is asked once, told beside the trouble, and is no part of it', async () => {
  const logs: string[] = [];
  const cluster = clusterWith(() => 'CrashLoopBackOff');
  const ended = { restartCount: 2, lastState: { terminated: { exitCode: 1 } } };
  const lister: StallWatchOptions['lister'] = {
    list: async (scope) => ({
      objects: (await cluster.lister.list(scope)).objects.map((object) => {
        const [container] = (object['status'] as { containerStatuses?: object[] }).containerStatuses ?? [];
        return container === undefined ? object : { ...object, status: { containerStatuses: [{ ...container, ...ended }] } };
      }),
    }),
    podLog: ({ namespace, name }, container, previous) => {
      logs.push(`${namespace}/${name} ${container} ${previous}`);
      return Promise.resolve('starting\npanic: no database\n');
    },
  };
  jest.useFakeTimers();
  const told: (Diagnosis | undefined)[] = [];
  const watch = new StallWatch({ ...cluster, lister, grace: { crash: PERIOD_MS }, periodMs: PERIOD_MS, now: () => Date.now() });
  try {
    watch.start((_, diagnosis) => told.push(diagnosis));
    watch.show(waitingFor('web'));
    await jest.advanceTimersByTimeAsync(4 * PERIOD_MS);
  } finally {
    watch.end();
    jest.useRealTimers();
  }
  expect(logs).toEqual(['n/web-1-x main false']);
  expect(told.at(-1)).toMatchObject({ final: true, aside: 'container main wrote last: panic: no database' });
  expect(told.map((one) => one?.text).join()).not.toContain('panic');
});
