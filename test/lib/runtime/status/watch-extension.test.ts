/** Looking again whenever something changes, and not otherwise. */
import { LABEL_OWNER_NAME, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../../../lib/api';
import { applyRevision, deleteExtension, watchExtension, type Look } from '../../../../lib/runtime';
import { FakeCluster, refusal } from '../fake-cluster';

const NAMESPACE = 'shop';
const SETTINGS: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: NAMESPACE, name: 'settings' };
const settings: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: NAMESPACE, labels: { [LABEL_OWNER_NAME]: 'web' } } };
const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'a', probes: [], phases: [{ name: 'p', objects: [{ object: settings, collisionProtection: 'Prevent' }] }] };

let server: FakeCluster;
beforeEach(async () => {
  server = new FakeCluster();
  await applyRevision(revision, { cluster: server.cluster, stateNamespace: NAMESPACE });
  server.asked.length = 0;
});

/** Watches; each step is done after the look that it waits for, and the last one ends it. */
async function watch(...steps: readonly (() => void)[]): Promise<{
  readonly looks: readonly boolean[];
  readonly troubles: readonly string[];
  readonly ended: string;
}> {
  const looks: boolean[] = [];
  const troubles: string[] = [];
  const done = new AbortController();
  const left = [...steps];
  const next = (): void => {
    const step = left.shift();
    queueMicrotask(step ?? (() => done.abort()));
  };
  const ended = await watchExtension('web', {
    cluster: server.cluster, stateNamespace: NAMESPACE, signal: done.signal,
    onLook: ({ healthy }: Look) => {
      looks.push(healthy);
      next();
    },
    onTrouble: (message) => {
      troubles.push(message);
      next();
    },
  });
  return { looks, troubles, ended };
}

test('an object goes and comes back: three looks', async () => {
  const stored = [...server.objects.values()].find(({ kind }) => kind === 'ConfigMap') as KubeObject;
  const { looks, ended } = await watch(() => server.remove(SETTINGS), () => void server.store(stored));
  expect({ looks, ended }).toEqual({ looks: [true, false, false], ended: 'stopped' });
});

test('looking writes nothing', async () => {
  await watch(() => server.remove(SETTINGS));
  expect(server.asked.filter((request) => !request.startsWith('get'))).toEqual([]);
});

test('the extension is deleted', async () => {
  const { ended } = await watch(() => void deleteExtension('web', { cluster: server.cluster, stateNamespace: NAMESPACE }), () => undefined, () => undefined);
  expect(ended).toBe('gone');
});

test('a server that does not answer is reported, and asked again', async () => {
  const { looks, troubles } = await watch(
    () => {
      server.intercept = (verb, name) => (verb === 'get' && name === 'boxcutter.web' ? refusal(503, 'away') : undefined);
      server.remove(SETTINGS);
    },
    // Any change is reason to ask at once.
    () => {
      server.intercept = () => undefined;
      server.store(settings);
    },
  );
  expect(looks).toEqual([true, false]);
  expect(troubles).toEqual([expect.stringContaining('away')]);
});

test('it is not there at the beginning', async () => {
  await expect(watchExtension('other', { cluster: server.cluster, stateNamespace: NAMESPACE, onLook: () => undefined })).rejects.toMatchObject({ code: 'not-found' });
});

test('ended before the first look', async () => {
  await expect(watchExtension('web', { cluster: server.cluster, stateNamespace: NAMESPACE, signal: AbortSignal.abort(), onLook: () => undefined })).resolves.toBe('stopped');
});
