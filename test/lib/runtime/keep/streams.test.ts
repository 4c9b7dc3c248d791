/** The streams of a keeper: which are open, what they show, and what happens when one ends for good. */
import { LABEL_OWNER_NAME, type KubeObject, type ObjectRef } from '../../../../lib/api';
import type { Observer, ObserveScope, Reader } from '../../../../lib/engine';
import { ObjectStreams } from '../../../../lib/runtime/keep/streams';

interface Stream {
  readonly scope: ObserveScope;
  readonly observer: Observer;
  open: boolean;
}

let opened: Stream[];
let told: string[];
const cluster: Pick<Reader, 'observe'> = {
  observe: (scope, observer) => {
    const stream = { scope, observer, open: true };
    opened.push(stream);
    return { close: () => void (stream.open = false), has: ({ name }) => has(name) };
  },
};
let has: (name: string) => boolean = () => true;
beforeEach(() => {
  opened = [];
  told = [];
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

function streams(extension?: string): ObjectStreams {
  return new ObjectStreams(cluster, extension && `olm.operatorframework.io/owner-name=${extension}`, {
    changed: (key) => void told.push(`changed ${key}`),
    removed: (key) => void told.push(`removed ${key}`),
    synced: (what) => void told.push(`synced ${what}`),
    failed: (what) => void told.push(`failed ${what}`),
  });
}

const configMap = (name: string, namespace = 'shop'): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace, name });
const role = (name: string): ObjectRef => ({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name });
const scopes = (): readonly ObserveScope[] => opened.filter(({ open }) => open).map(({ scope }) => scope);

function first(): Stream {
  const [stream] = opened;
  if (stream === undefined) throw new Error('no stream was opened');
  return stream;
}

test('for all extensions: one stream for each kind, by label, however many objects there are', () => {
  const kept = streams();
  kept.use([configMap('a'), configMap('b', 'other'), role('r')]);
  expect(opened).toEqual([]);
  kept.begin();
  expect(scopes()).toEqual([configMap('a'), role('r')].map(({ apiVersion, kind }) => ({ apiVersion, kind, labelSelector: LABEL_OWNER_NAME })));
  kept.use([configMap('c')]);
  expect(opened).toHaveLength(2);
});

test('for one extension: by namespace, and cluster-scoped objects by name', () => {
  const kept = streams('web');
  kept.begin();
  kept.use([configMap('a'), configMap('b'), configMap('c', 'other'), role('r')]);
  expect(scopes()).toMatchObject([{ namespace: 'shop' }, { namespace: 'other' }, { kind: 'ClusterRole', name: 'r' }]);
});

test('a stream closes when the last object of it is dropped; what it shows after that is not heard', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a'), configMap('b')]);
  kept.leave([configMap('a')]);
  expect(scopes()).toHaveLength(1);
  kept.leave([configMap('b')]);
  expect(scopes()).toEqual([]);
  first().observer.removed(configMap('b'), '2');
  expect(told).toEqual([]);
});

test('what is shown is handed on; an object is shown when all of its stream was', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a')]);
  const { observer } = first();
  observer.changed({ ...configMap('a'), metadata: { name: 'a', namespace: 'shop' } } as KubeObject);
  expect([kept.synced, kept.isShown(configMap('a'))]).toEqual([false, false]);
  observer.synced();
  expect([kept.synced, kept.isShown(configMap('other'))]).toEqual([true, true]);
  observer.removed(configMap('a'), '2');
  expect(told).toEqual(['changed /ConfigMap/shop/a', 'synced objects of kind ConfigMap (v1)', 'removed /ConfigMap/shop/a']);
});

test('a stream that may not be opened keeps nobody waiting, and is tried again after a minute', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a')]);
  first().observer.failed({ type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } }, false);
  expect([kept.synced, told]).toEqual([true, ['failed objects of kind ConfigMap (v1)']]);
  jest.advanceTimersByTime(59_000);
  expect(opened).toHaveLength(1);
  jest.advanceTimersByTime(1_000);
  expect(opened).toHaveLength(2);
});

test('a lost connection that is being made again is waited for', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a')]);
  first().observer.failed({ type: 'lost', message: 'the connection was closed' }, true);
  expect(kept.synced).toBe(false);
  jest.advanceTimersByTime(120_000);
  expect(opened).toHaveLength(1);
});

test('closed: every stream ends, and none is opened again', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a')]);
  first().observer.failed({ type: 'unserved' }, false);
  kept.close();
  expect(scopes()).toEqual([]);
  jest.advanceTimersByTime(120_000);
  expect(opened).toHaveLength(1);
});

test('a stream misses what it has not, where its last list is as new', () => {
  const kept = streams();
  kept.begin();
  kept.use([configMap('a')]);
  has = (name) => name === 'known';
  try {
    // Before its first list it cannot say.
    expect(kept.misses(configMap('a'), '5')).toBe(false);
    first().observer.synced('10');
    expect([kept.listedAt(configMap('a')), kept.listedAt(role('r'))]).toEqual(['10', undefined]);
    expect(['5', '10', '11'].map((version) => kept.misses(configMap('a'), version))).toEqual([true, true, false]);
    expect([kept.misses(configMap('known'), '5'), kept.misses(role('r'), '5')]).toEqual([false, false]);
    // It goes on where it was: nothing is known beyond its list.
    first().observer.synced(undefined);
    expect(kept.misses(configMap('a'), '11')).toBe(false);
    first().observer.synced('11');
    expect(kept.misses(configMap('a'), '11')).toBe(true);
  } finally {
    has = () => true;
  }
});
