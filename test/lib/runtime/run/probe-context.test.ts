import type { KubeObject } from '../../../../lib/api';
import { compileProbes } from '../../../../lib/engine';
import { BoxcutterError } from '../../../../lib/errors';
import { readProbeContext, type StorageClassReader } from '../../../../lib/runtime/run/probe-context';

/** What a probe of a claim knows of storage classes. */
function storageClass(name: string, volumeBindingMode: string, more: { isDefault?: boolean; created?: string } = {}): KubeObject {
  const { isDefault = false, created = '2026-01-01T00:00:00Z' } = more;
  const annotations = isDefault ? { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } : {};
  return { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name, creationTimestamp: created, ...annotations }, provisioner: 'x', volumeBindingMode };
}

function claim(storageClassName?: string): KubeObject {
  const spec = storageClassName === undefined ? {} : { storageClassName };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'n' }, spec, status: { phase: 'Pending' } };
}

class Reader implements StorageClassReader {
  reads = 0;

  constructor(private readonly answer: readonly KubeObject[] | Error) {}

  list(): Promise<{ objects: readonly KubeObject[] }> {
    this.reads += 1;
    return this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve({ objects: this.answer });
  }
}

const LAZY = storageClass('lazy', 'WaitForFirstConsumer');
const EAGER = storageClass('eager', 'Immediate');

async function statusOf(object: KubeObject, classes: readonly KubeObject[] | Error, beside: readonly KubeObject[] = []): Promise<string> {
  const context = await readProbeContext(new Reader(classes), [object, ...beside]);
  return compileProbes([])(object, context).status;
}

test.each<[string, KubeObject, readonly KubeObject[], string]>([
  ['of a class that binds on first use', claim('lazy'), [LAZY, EAGER], 'pass'],
  ['of a class that binds at once', claim('eager'), [LAZY, EAGER], 'fail'],
  ['of a class that nobody knows', claim('other'), [LAZY, EAGER], 'pass'],
  ['of no class, where the default binds at once', claim(), [LAZY, { ...EAGER, ...storageClass('eager', 'Immediate', { isDefault: true }) }], 'fail'],
  ['of no class, where there is no default', claim(), [LAZY, EAGER], 'pass'],
  ['of no class, where the newest of two defaults binds on first use', claim(), [
    storageClass('new', 'WaitForFirstConsumer', { isDefault: true, created: '2026-02-02T00:00:00Z' }), storageClass('old', 'Immediate', { isDefault: true }),
  ], 'pass'],
])('a pending claim %s', async (_, object, classes, expected) => expect(statusOf(object, classes)).resolves.toBe(expected));

test('a class that the revision itself brings counts', async () => {
  await expect(statusOf(claim('mine'), [], [storageClass('mine', 'Immediate')])).resolves.toBe('fail');
});

test('nothing is read without a claim, and once with several', async () => {
  const reader = new Reader([LAZY]);
  await readProbeContext(reader, [LAZY]);
  expect(reader.reads).toBe(0);
  await readProbeContext(reader, [claim('lazy'), claim('eager')]);
  expect(reader.reads).toBe(1);
});

test('an account that may not list classes does not wait for pending claims', async () => {
  await expect(statusOf(claim('eager'), new BoxcutterError('server-forbidden', 'server', 'no'))).resolves.toBe('pass');
});

test('a server that does not answer is no answer', async () => {
  await expect(statusOf(claim('eager'), new BoxcutterError('server-unreachable', 'server', 'no'))).rejects.toThrow('no');
});
