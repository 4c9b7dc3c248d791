/** Objects of a kind in memory: what handlers learn, what is found, and what our own writes change. */
import type { KubeObject } from '../../../../lib/api';
import { ResourceCache } from '../../../../lib/controllers/process';
import type { Observer } from '../../../../lib/engine/ports';

const scope = { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension' };

function object(name: string, version: number, more: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { ...scope, metadata: { name, uid: `uid-${name}`, resourceVersion: String(version), ...more } };
}

function bench() {
  let observer: Observer | undefined;
  let open = true;
  const cluster = {
    observe: (_scope: unknown, given: Observer) => {
      observer = given;
      return { close: () => void (open = false) };
    },
  };
  const cache = new ResourceCache<KubeObject>(cluster, scope, {
    index: { colour: ({ metadata }) => Object.values(metadata.labels ?? {}) },
  });
  const events: string[] = [];
  cache.on({
    changed: (now, before) => events.push(`${before === undefined ? 'added' : 'changed'} ${now.metadata.name} ${now.metadata.resourceVersion}`),
    removed: (before) => events.push(`removed ${before.metadata.name}`),
  });
  return { cache, events, stream: observer as Observer, isOpen: () => open };
}

test('handlers learn what is added, changed and removed; the cache is synced after the first list', async () => {
  const { cache, events, stream } = bench();
  stream.changed(object('a', 1));
  expect(cache.isSynced).toBe(false);
  stream.synced('5');
  await cache.synced;
  stream.changed(object('a', 6));
  stream.removed({ ...scope, name: 'a' }, '7');
  stream.removed({ ...scope, name: 'never-seen' }, '8');
  expect(events).toEqual(['added a 1', 'changed a 6', 'removed a']);
  expect([cache.isSynced, cache.size, cache.get('a')]).toEqual([true, 0, undefined]);
});

test('a handler that comes later is told of what is there, and one that left of nothing', () => {
  const { cache, stream } = bench();
  stream.changed(object('a', 1));
  const late: string[] = [];
  const leave = cache.on({ changed: ({ metadata }) => late.push(metadata.name ?? '') });
  leave();
  stream.changed(object('b', 2));
  expect(late).toEqual(['a']);
});

test('an index follows its objects', () => {
  const { cache, stream } = bench();
  stream.changed(object('a', 1, { labels: { colour: 'red' } }));
  stream.changed(object('b', 1, { labels: { colour: 'red', other: 'blue' } }));
  expect(cache.by('colour', 'red').map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  stream.changed(object('a', 2, { labels: { colour: 'blue' } }));
  stream.removed({ ...scope, name: 'b' }, '3');
  expect(cache.by('colour', 'red')).toEqual([]);
  expect(cache.by('colour', 'blue').map(({ metadata }) => metadata.name)).toEqual(['a']);
  expect(() => cache.by('size', 'big')).toThrow('no index size');
});

test('field managers are not kept', () => {
  const { cache, stream } = bench();
  stream.changed(object('a', 1, { managedFields: [{ manager: 'kubectl' }] }));
  expect(cache.get('a')?.metadata.managedFields).toBeUndefined();
});

test('after a write of ours, what the stream shows of before is ignored', () => {
  const { cache, events, stream } = bench();
  stream.changed(object('a', 1));
  stream.synced('1');
  cache.note(object('a', 4));
  stream.changed(object('a', 3));
  expect(cache.get('a')?.metadata.resourceVersion).toBe('4');
  stream.changed(object('a', 5));
  expect(events).toEqual(['added a 1', 'changed a 4', 'changed a 5']);
});

test('a write of ours that the stream has overtaken changes nothing', () => {
  const { cache, stream } = bench();
  stream.changed(object('a', 5));
  stream.synced('5');
  cache.note(object('a', 4));
  expect(cache.get('a')?.metadata.resourceVersion).toBe('5');
  stream.removed({ ...scope, name: 'a' }, '6');
  cache.note(object('a', 5));
  expect(cache.size).toBe(0);
});

test('an object of another uid under the same name is believed, whatever was written to the one before', () => {
  const { cache, stream } = bench();
  stream.changed(object('a', 1));
  cache.note(object('a', 9));
  stream.changed(object('a', 3, { uid: 'another' }));
  expect(cache.get('a')?.metadata.uid).toBe('another');
});

test('a scope that can never be watched rejects what waits for it; trouble that may pass does not', async () => {
  const { cache, stream } = bench();
  stream.failed({ type: 'unserved' }, true);
  expect(cache.isSynced).toBe(false);
  stream.failed({ type: 'refused', status: { code: 400, reason: 'BadRequest', message: 'unable to parse requirement', causes: [] } }, false);
  await expect(cache.synced).rejects.toMatchObject({
    code: 'watch-refused', message: 'ClusterExtension of olm.operatorframework.io/v1 cannot be watched: unable to parse requirement.',
  });
});

test('closing ends the stream and what waits', async () => {
  const { cache, isOpen } = bench();
  cache.close();
  expect(isOpen()).toBe(false);
  await expect(cache.synced).rejects.toThrow('the cache was closed');
});
