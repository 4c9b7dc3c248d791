/** Events: said once, counted when they repeat, dropped when there are too many, and never a reason to fail or to wait. */
import type { KubeObject, ObjectRef } from '../../../../../lib/api';
import { noMetrics, silentLog, type RecordedEvent } from '../../../../../lib/controllers/process';
import { ClusterEvents, EVENT_LIMITS, type EventLimits } from '../../../../../lib/controllers/process/events/cluster-events';
import type { Answer, JsonPatchOperation } from '../../../../../lib/engine/ports';
import { ManualClock, settled } from '../../manual-clock';

const revision = (name: string): KubeObject => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', metadata: { name, uid: `uid-${name}`, resourceVersion: '5' },
});
const event: RecordedEvent = { type: 'Normal', reason: 'RolledOut', action: 'Rollout', note: 'Revision 1.2.0 is rolled out.' };

function bench(limits: Partial<EventLimits> = {}, answers: Answer[] = []) {
  const clock = new ManualClock();
  const created: KubeObject[] = [];
  const patched: [ObjectRef, readonly JsonPatchOperation[]][] = [];
  const results: string[] = [];
  const cluster = {
    create: (object: KubeObject): Promise<Answer> => {
      created.push(object);
      return Promise.resolve(answers.shift() ?? { type: 'object', object, created: true });
    },
    patch: (ref: ObjectRef, operations: readonly JsonPatchOperation[]): Promise<Answer> => {
      patched.push([ref, operations]);
      return Promise.resolve(answers.shift() ?? { type: 'object', object: revision('x'), created: false });
    },
  };
  const metrics = { ...noMetrics, counter: () => ({ inc: (labels: Readonly<Record<string, string>>) => void results.push(labels['result'] ?? '') }) };
  const recorder = new ClusterEvents({
    cluster, clock, log: silentLog, metrics, instance: 'host_1', limits: { ...EVENT_LIMITS, ...limits },
  });
  return { clock, recorder, created, patched, results };
}

test('an event about an object without a namespace is an object of events.k8s.io in the namespace default', async () => {
  const { recorder, created } = bench();
  recorder.record(revision('web-1'), event);
  await settled();
  expect(created).toEqual([{
    apiVersion: 'events.k8s.io/v1', kind: 'Event',
    metadata: { name: expect.stringMatching(/^web-1\.[0-9a-f-]{18}$/) as string, namespace: 'default' },
    eventTime: '2026-01-01T00:00:00.000000Z', type: 'Normal', reason: 'RolledOut', action: 'Rollout', note: 'Revision 1.2.0 is rolled out.',
    reportingController: 'olm.operatorframework.io/boxcutter-controller', reportingInstance: 'host_1',
    regarding: { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtensionRevision', name: 'web-1', uid: 'uid-web-1', resourceVersion: '5' },
  }]);
});

test('what repeats is counted: the second time is told at once, further ones every five minutes, the last count too', async () => {
  const { clock, recorder, created, patched } = bench();
  for (let minute = 0; minute < 12; minute += 1) {
    recorder.record(revision('web-1'), event);
    await clock.advance(60_000);
  }
  await clock.advance(600_000);
  expect(created).toHaveLength(1);
  expect(patched.map(([, [operation]]) => operation)).toEqual([
    { op: 'add', path: '/series', value: { count: 2, lastObservedTime: '2026-01-01T00:01:00.000000Z' } },
    { op: 'add', path: '/series', value: { count: 6, lastObservedTime: '2026-01-01T00:05:00.000000Z' } },
    { op: 'add', path: '/series', value: { count: 11, lastObservedTime: '2026-01-01T00:10:00.000000Z' } },
    { op: 'add', path: '/series', value: { count: 12, lastObservedTime: '2026-01-01T00:11:00.000000Z' } },
  ]);
  expect(patched[0]?.[0].name).toBe(created[0]?.metadata.name);
  expect(clock.waiting).toBe(0);
});

test('the same after a long pause is a new event', async () => {
  const { clock, recorder, created, patched } = bench();
  recorder.record(revision('web-1'), event);
  await clock.advance(360_000);
  recorder.record(revision('web-1'), event);
  await settled();
  expect([created.length, patched.length]).toEqual([2, 0]);
});

test('another object, reason or note is another event', async () => {
  const { recorder, created } = bench();
  recorder.record(revision('web-1'), event);
  recorder.record(revision('web-2'), event);
  recorder.record(revision('web-1'), { ...event, reason: 'RollingOut' });
  recorder.record(revision('web-1'), { ...event, note: 'other' });
  await settled();
  expect(created).toHaveLength(4);
});

test('a repetition of what the server has forgotten is told as an event again', async () => {
  const { recorder, created } = bench({}, [{ type: 'object', object: revision('x'), created: true }, { type: 'gone' }]);
  recorder.record(revision('web-1'), event);
  await settled();
  recorder.record(revision('web-1'), event);
  await settled();
  expect(created.map(({ series }) => series)).toEqual([undefined, { count: 2, lastObservedTime: '2026-01-01T00:00:00.000000Z' }]);
});

test('an object that something different happens to all the time gets 25 events, then one each five minutes', async () => {
  const { clock, recorder, created, results } = bench();
  for (let index = 0; index < 100; index += 1) recorder.record(revision('web-1'), { ...event, note: `try ${index}` });
  await settled();
  expect([created.length, results.filter((result) => result === 'dropped').length]).toEqual([25, 75]);
  recorder.record(revision('web-2'), event);
  await clock.advance(300_000);
  recorder.record(revision('web-1'), { ...event, note: 'later' });
  await settled();
  expect(created).toHaveLength(27);
});

test('an event that the server does not take is sent once more, then given up', async () => {
  const lost: Answer = { type: 'lost', message: 'no' };
  const { clock, recorder, created, results } = bench({}, [lost, lost]);
  recorder.record(revision('web-1'), event);
  recorder.record(revision('web-2'), event);
  await clock.advance(2_000);
  expect(created.map(({ metadata }) => metadata.name?.slice(0, 5))).toEqual(['web-1', 'web-1', 'web-2']);
  expect(results).toEqual(['failed', 'sent']);
});

test('an event whose answer was lost and that is there is sent', async () => {
  const { clock, recorder, results } = bench({}, [
    { type: 'lost', message: 'no' }, { type: 'refused', status: { code: 409, reason: 'AlreadyExists', message: '', causes: [] } },
  ]);
  recorder.record(revision('web-1'), event);
  await clock.advance(2_000);
  expect(results).toEqual(['sent']);
});

test('memory is bounded: what waits, and what is remembered', async () => {
  const { recorder, created, results } = bench({ waiting: 10, remembered: 5 });
  for (let index = 0; index < 30; index += 1) recorder.record(revision(`web-${index}`), event);
  await settled();
  expect([created.length, results.filter((result) => result === 'dropped').length]).toEqual([10, 20]);
  recorder.record(revision('web-0'), event);
  await settled();
  expect(created).toHaveLength(11);
});

test('notes and names that are too long are cut, no character in two', async () => {
  const { recorder, created } = bench();
  recorder.record(revision(`a${'b'.repeat(251)}`), { ...event, note: '🦊'.repeat(300) });
  await settled();
  const [sent] = created;
  expect(sent?.metadata.name?.length).toBeLessThanOrEqual(253);
  expect(Buffer.byteLength(sent?.['note'] as string)).toBeLessThanOrEqual(1024);
  expect(sent?.['note']).toMatch(/🦊 …$/u);
});

test('closing sends what waits, also counts, and takes no more', async () => {
  const { recorder, created, patched } = bench();
  recorder.record(revision('web-1'), event);
  await settled();
  for (let index = 0; index < 4; index += 1) recorder.record(revision('web-1'), event);
  await settled();
  recorder.record(revision('web-1'), event);
  recorder.record(revision('web-2'), event);
  await recorder.close(2_000);
  recorder.record(revision('web-3'), event);
  await settled();
  expect(created).toHaveLength(2);
  expect(patched.map(([, [operation]]) => (operation?.value as { count: number }).count)).toEqual([5, 6]);
});

test('closing does not wait for a server that does not answer', async () => {
  const { clock, recorder } = bench();
  const cluster = { create: () => new Promise<Answer>(() => {}), patch: () => new Promise<Answer>(() => {}) };
  const stuck = new ClusterEvents({ cluster, clock, log: silentLog, metrics: noMetrics, instance: 'x' });
  stuck.record(revision('web-1'), event);
  let isClosed = false;
  void stuck.close(2_000).then(() => (isClosed = true));
  await clock.advance(1_999);
  expect(isClosed).toBe(false);
  await clock.advance(1);
  expect(isClosed).toBe(true);
  await recorder.close(0);
});
