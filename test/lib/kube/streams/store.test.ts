import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubeObject } from '../../../../lib/api';
import { Differ } from '../../../../lib/kube/streams/differ';
import { ObjectStore, versionOf } from '../../../../lib/kube/streams/store';

describe('what a stream holds of objects', () => {
  test('is far less than the objects: under 400 bytes each, whatever their content', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const silent = { changed() {}, removed() {}, synced() {}, failed() {}, restored() {} };
    const differ = new Differ({ apiVersion: 'v1', kind: 'ConfigMap' }, 'app', silent);
    const before = used();
    for (let i = 0; i < 20_000; i += 1) {
      // As it comes from the server: every string a new one.
      const metadata = {
        name: `some-object-name-${i}`,
        namespace: `namespace-${i % 50}`,
        uid: randomUUID(),
        resourceVersion: String(1_000_000 + i),
        labels: { app: `extension-with-a-name-${i % 100}` },
      };
      differ.put(JSON.parse(JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata,
        data: { text: 'x'.repeat(2_000) },
      })) as KubeObject);
    }
    const bytes = (used() - before) / 20_000;
    expect(differ.objects.size).toBe(20_000);
    expect(bytes).toBeLessThan(400);
  });

  test('counts objects by label value, also when it changes', () => {
    const store = new ObjectStore();
    const first = store.add('ns', 'a', 'u', '1', 'one', 1);
    store.add('ns', 'b', 'u', '1', 'one', 1);
    store.update(first, '2', 'two');
    expect([store.size, store.sizeOf('one'), store.sizeOf('two')]).toEqual([2, 1, 1]);
    store.delete(first);
    store.delete(first);
    expect([store.size, store.sizeOf('one'), store.sizeOf('two')]).toEqual([1, 1, 0]);
  });

  test.each(['7', '0', '007', '9007199254740993', 'abc', ''])('gives the version %j back as it was', (version) => {
    expect(versionOf(new ObjectStore().add('ns', 'a', 'u', version, undefined, 1))).toBe(version);
  });
});
