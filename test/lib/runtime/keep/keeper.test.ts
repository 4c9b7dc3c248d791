/** Keeping an extension beside a small API server in memory. What follows from each event: due-work.test.ts, subject-store.test.ts. */
import { keyOf, LABEL_OWNER_NAME, refOf, type KubeObject, type ResolvedRevision } from '../../../../lib/api';
import { applyRevision, keepExtensions, type KeepEvent } from '../../../../lib/runtime';
import { encodeHead, FIELD_MANAGER, headRef, readHead, replaceHead } from '../../../../lib/state';
import { FakeCluster, refusal } from '../fake-cluster';

const NAMESPACE = 'shop';
const settings: KubeObject = {
  apiVersion: 'v1', kind: 'ConfigMap', metadata: {
    name: 'settings',
    namespace: NAMESPACE,
    labels: { [LABEL_OWNER_NAME]: 'web' },
  }, data: { a: '1' },
};
const phases = [{ name: 'all', objects: [{ object: settings, collisionProtection: 'Prevent' as const }] }];
const revision: ResolvedRevision = { extension: 'web', number: 1, digest: 'd', probes: [], phases };

let server: FakeCluster;
let events: KeepEvent[];
let stop: AbortController;
let ended: Promise<void>;

beforeEach(async () => {
  server = new FakeCluster();
  events = [];
  stop = new AbortController();
  await applyRevision(revision, { cluster: server.cluster, stateNamespace: NAMESPACE, wait: false });
});
afterEach(async () => {
  stop.abort();
  await ended;
});

async function keep(): Promise<void> {
  ended = keepExtensions({
    cluster: server.cluster,
    namespaces: [NAMESPACE],
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
  });
  await reported('steady');
  events.length = 0;
  server.asked.length = 0;
}

/** Waits until an event of this type was reported. */
async function reported(type: KeepEvent['type']): Promise<void> {
  const deadline = performance.now() + 4_000;
  while (!events.some((event) => event.type === type)) {
    if (performance.now() > deadline) throw new Error(`no event "${type}" among ${JSON.stringify(events)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('an object that another client deletes is made again, and everything is steady after that', async () => {
  await keep();
  server.remove(refOf(settings));
  await reported('steady');
  expect(server.objects.get(keyOf(refOf(settings)))).toMatchObject({ data: { a: '1' } });
  expect(events).toMatchObject([
    { type: 'drift', extension: 'web', stateNamespace: NAMESPACE, ref: { name: 'settings' }, paused: false },
    { type: 'repaired', object: { ref: { name: 'settings' }, action: 'Created' } },
    { type: 'steady', extensions: 1, objects: 1 },
  ]);
});

test('an object that a repair makes, and another client deletes in a gap of the stream, is made again', async () => {
  await keep();
  const key = keyOf(refOf(settings));
  let isFirst = true;
  server.intercept = (verb) => {
    // The stream breaks off when the repair writes, and begins anew when the repair is over and what it made is gone.
    if (verb === 'apply' && isFirst) {
      isFirst = false;
      server.beginGap();
    }
    return undefined;
  };
  server.remove(refOf(settings));
  await reported('repaired');
  expect(server.objects.has(key)).toBe(true);
  server.remove(refOf(settings));
  events.length = 0;
  server.endGap();
  await reported('repaired');
  expect(server.objects.get(key)).toMatchObject({ data: { a: '1' } });
});

test('repairs do not wait for a clock that was set back to come round again', async () => {
  await keep();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  server.remove(refOf(settings));
  // Due after a moment of quiet.
  await reported('repaired');
  clock.mockRestore();
  expect(server.objects.get(keyOf(refOf(settings)))).toMatchObject({ data: { a: '1' } });
});

test('a paused extension is reported and not written', async () => {
  const stored = await readHead(server.cluster, 'web', NAMESPACE);
  if (stored === undefined) throw new Error('no head');
  await replaceHead(server.cluster, stored, { ...stored.head, paused: { since: '2026-01-01T00:00:00Z', by: 'ada' } });
  await keep();
  server.remove(refOf(settings));
  await reported('drift');
  expect(events).toMatchObject([{ type: 'drift', paused: true }]);
  expect(server.asked).toEqual([]);
  expect(server.names()).not.toContain('settings');
});

test('an extension that is deleted is no longer kept', async () => {
  await keep();
  server.remove({ apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'boxcutter.web' });
  await reported('extension');
  expect(events).toMatchObject([{ type: 'extension', change: 'gone', extension: 'web' }]);
  server.remove(refOf(settings));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.asked).toEqual([]);
});

test('while nothing happens nothing is asked, and it ends when it is told to', async () => {
  await keep();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([server.asked, events]).toEqual([[], []]);
  stop.abort();
  await expect(ended).resolves.toBeUndefined();
});

/** Another client writes the field and holds it from now on. */
function drift(value: string): void {
  const live = server.objects.get(keyOf(refOf(settings)));
  if (live === undefined) throw new Error('no settings');
  const managedFields = [{ manager: FIELD_MANAGER, operation: 'Apply', fieldsV1: {} }];
  server.store({ ...live, metadata: { ...live.metadata, managedFields }, data: { a: value } });
}

test('what the streams have shown is not read again: a repair is the lock taken, one write, and the lock given back', async () => {
  await keep();
  drift('2');
  await reported('steady');
  expect(server.asked).toEqual(
    ['get boxcutter-content.web.1', 'replace boxcutter.web', 'apply settings', 'replace boxcutter.web'],
  );
  server.asked.length = 0;
  events.length = 0;
  drift('3');
  await reported('steady');
  expect(server.asked).toEqual(['replace boxcutter.web', 'apply settings', 'replace boxcutter.web']);
  expect(server.objects.get(keyOf(refOf(settings)))).toMatchObject({ data: { a: '1' } });
});

test('a pause that the stream has not shown yet is found when the lock is taken, and nothing is written', async () => {
  await keep();
  const stored = await readHead(server.cluster, 'web', NAMESPACE);
  if (stored === undefined) throw new Error('no head');
  server.intercept = (verb, name) => {
    if (verb !== 'replace' || name !== 'boxcutter.web') return undefined;
    server.intercept = () => undefined;
    const paused = encodeHead({ ...stored.head, paused: { since: '2026-01-01T00:00:00Z', by: 'ada' } }, NAMESPACE, stored);
    const metadata = { ...paused.metadata, resourceVersion: '1000' };
    server.objects.set(keyOf(headRef('web', NAMESPACE)), { ...paused, metadata });
    return refusal(409, 'changed');
  };
  server.asked.length = 0;
  drift('2');
  await reported('steady');
  expect(server.asked.filter((request) => !request.startsWith('get'))).toEqual(['replace boxcutter.web']);
  expect(server.objects.get(keyOf(refOf(settings)))).toMatchObject({ data: { a: '2' } });
});
