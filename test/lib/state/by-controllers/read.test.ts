/** What is asked for extensions of the controllers: nothing where there are none of their kinds. */
import { ControlledRecord, controlledExtension, controlledExtensions, controlledHeads, namedOfControllers } from '../../../../lib/state';
import { BoxcutterError } from '../../../../lib/errors';
import type { KubeCluster } from '../../../../lib/kube';

const API = 'olm.operatorframework.io/v1';
const KINDS = ['ClusterExtension', 'ClusterExtensionRevision'].map((kind) => ({ apiVersion: API, kind }));

/** @param list what the server has of a kind; an error: what it says */
function server(kinds: readonly object[], list: (kind: string) => readonly object[] | Error): { cluster: KubeCluster; asked: string[] } {
  const asked: string[] = [];
  const cluster = {
    kinds: () => Promise.resolve(kinds),
    list: ({ kind }: { kind: string }) => {
      asked.push(kind);
      const found = list(kind);
      return found instanceof Error ? Promise.reject(found) : Promise.resolve({ objects: found });
    },
  };
  return { cluster: cluster as unknown as KubeCluster, asked };
}

const refused = new BoxcutterError('server-forbidden', 'server', 'you may not');
const secretRef = { ref: { name: 'content', namespace: 'system', key: 'k' } };
const revision = {
  metadata: { name: 'web-1', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { revision: 1, phases: [{ name: 'deploy', objects: [secretRef] }] },
};

test('their kinds are not served: nothing is asked', async () => {
  const { cluster, asked } = server([], () => []);
  expect([await controlledExtensions(cluster), await controlledExtension(cluster, 'web'), asked]).toEqual([[], undefined, []]);
});

test('they may not be listed: one request, and none is there', async () => {
  const { cluster, asked } = server(KINDS, () => refused);
  expect([await controlledExtensions(cluster), asked]).toEqual([[], ['ClusterExtension']]);
});

test('one of them, and they may not be listed: one request', async () => {
  const { cluster, asked } = server(KINDS, () => refused);
  expect([await controlledExtension(cluster, 'web'), asked]).toEqual([undefined, ['ClusterExtension']]);
});

test('what else the server says is an error', async () => {
  const { cluster } = server(KINDS, () => new BoxcutterError('server-unreachable', 'server', 'no answer'));
  await expect(controlledExtensions(cluster)).rejects.toThrow('no answer');
});

test('all of them: two requests', async () => {
  const { cluster, asked } = server(KINDS, (kind) => (kind === 'ClusterExtension' ? [] : [revision]));
  expect((await controlledExtensions(cluster)).map(({ head }) => head.extension)).toEqual(['web']);
  expect(asked).toEqual(['ClusterExtension', 'ClusterExtensionRevision']);
});

test.each<[argument: string, name: string | undefined]>([
  ['web', undefined], ['clusterextension/web', 'web'], ['ClusterExtension/web', 'web'], ['clusterextensions', undefined],
])('%s is the name %s', (argument, name) => {
  expect(namedOfControllers(argument)).toBe(name);
});

test('content in a Secret that may not be read: the right that is missing is named', async () => {
  const [head] = controlledHeads([], [{ apiVersion: API, kind: 'ClusterExtensionRevision', ...revision } as never]);
  if (head === undefined) throw new Error('there is none');
  const status = { code: 403, reason: 'Forbidden', message: 'user "ada" cannot get secrets', causes: [] };
  const record = new ControlledRecord(head, { get: () => Promise.resolve({ type: 'refused', status } as never) });
  await expect(record.content(1)).rejects.toMatchObject({
    code: 'content-refused',
    message: 'The content of revision web-1 is in Secret system/content, which could not be read: user "ada" cannot get secrets',
    hint: 'Ask for the permission to get Secrets in namespace system.',
  });
  expect(await record.content(2)).toBeUndefined();
});
