import { keyOf, refOf } from '../../../../lib/api';
import { viewOf, type Event, type Observer, type ProbeVerdict, type Scope, type StreamProblem } from '../../../../lib/engine';
import { failureOf, Streams } from '../../../../lib/engine/run/streams';
import { configMap, context, refused } from '../fake-server';

const PASS: ProbeVerdict = { status: 'pass', message: '', terminal: false };
const object = configMap('a');
const key = keyOf(refOf(object));
const scope: Scope = { id: 3, keys: [key], exact: true, observe: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'n', name: 'a' } };

function open(during: (observer: Observer) => void = () => undefined, isLook = false) {
  const told: (Event | string)[] = [];
  let opened: Observer | undefined;
  const asked: unknown[] = [];
  const reader = {
    observe: (what: unknown, observer: Observer) => {
      asked.push(what);
      opened = observer;
      during(observer);
      return { close: () => void told.push('closed') };
    },
  };
  const streams = new Streams(reader, {
    wants: (one) => one === key,
    view: (_, live) => viewOf(live, { context, probe: () => PASS, labels: {} }),
    dispatch: (event) => void told.push(event),
    reach: (problem) => void told.push(`reach: ${problem ?? 'fine'}`),
    fail: (error) => void told.push(`failed: ${String(error)}`),
  }, isLook);
  streams.open(scope);
  if (opened === undefined) throw new Error('nothing was opened');
  return { streams, told, asked, observer: opened };
}

test('what a stream shows becomes events of its scope; objects of others are left out', () => {
  const { told, observer } = open();
  observer.changed(object);
  observer.changed(configMap('b'));
  observer.removed(refOf(object), '9');
  observer.removed(refOf(configMap('b')), '9');
  observer.synced('10');
  expect(told).toEqual([
    'reach: fine', expect.objectContaining({ type: 'seen', key, scope: 3 }), 'reach: fine',
    { type: 'vanished', key, scope: 3, resourceVersion: '9' },
    'reach: fine', { type: 'synced', scope: 3, resourceVersion: '10' },
  ]);
});

test('a run that only looks asks for what is there, and not for what happens later', () => {
  expect(open(undefined, true).asked).toEqual([{ ...scope.observe, once: true }]);
  expect(open().asked).toEqual([scope.observe]);
});

test('trouble that the stream goes on with is reported, and nothing else happens', () => {
  const { told, observer } = open();
  observer.failed({ type: 'lost', message: 'no connection' }, true);
  expect(told).toEqual(['reach: no connection']);
});

test.each<[string, StreamProblem, boolean]>([
  ['without permission', refused({ code: 403, message: 'no' }) as StreamProblem, true],
  ['of a kind that is not served', { type: 'unserved' }, true],
  ['that has given up', { type: 'lost', message: 'no connection' }, false],
])('a stream %s is closed, and the core is told', (_, problem, retrying) => {
  const { told, observer } = open();
  observer.failed(problem, retrying);
  expect(told).toEqual(['closed', { type: 'scope-failed', scope: 3, ...failureOf(problem) }]);
});

test('a stream of a kind with objects that the server cannot read is not waited for: the reads say which', () => {
  const { told, observer } = open();
  const message = 'storage is (re)initializing: request to convert CR from an invalid group/version: example.com/v1alpha1';
  const problem = refused({ code: 429, message }) as StreamProblem;
  observer.failed(problem, true);
  expect(told).toEqual(['reach: fine', 'closed', { type: 'scope-failed', scope: 3, ...failureOf(problem) }]);
});

test('a stream that fails before it is handed over is closed when it is', () => {
  expect(open((observer) => observer.failed({ type: 'unserved' }, false)).told).toEqual([
    expect.objectContaining({ type: 'scope-failed' }),
    'closed',
  ]);
});

test('at the end of the run all streams are closed', () => {
  const { streams, told } = open();
  streams.open(scope);
  streams.close();
  expect(told).toEqual(['closed', 'closed']);
});

describe('why a stream shows nothing', () => {
  test.each<[string, StreamProblem, ReturnType<typeof failureOf>]>([
    ['no permission', refused({ code: 403, message: 'no' }) as StreamProblem, { message: 'no', forbidden: true, unserved: false }],
    ['no identity', refused({ code: 401, message: 'who?' }) as StreamProblem, { message: 'who?', forbidden: true, unserved: false }],
    ['no such path', refused({ code: 404, message: 'nothing' }) as StreamProblem, { message: 'nothing', forbidden: false, unserved: true }],
    [
      'the server is busy',
      refused({ code: 503, message: 'later' }) as StreamProblem,
      { message: 'later', forbidden: false, unserved: false },
    ],
    ['the kind is not served', { type: 'unserved' }, { message: 'the kind is not served', forbidden: false, unserved: true }],
    ['no answer', { type: 'lost', message: 'timeout' }, { message: 'timeout', forbidden: false, unserved: false }],
  ])('%s', (_, problem, failure) => expect(failureOf(problem)).toEqual(failure));
});

test.each([
  ['refuses for the third time', 'no leader', 3],
  ['refuses because a conversion webhook is away', 'conversion webhook for example.com/v1, Kind=Foo failed: connection refused', 1],
])('a look gives up a stream that the server %s; a run that writes goes on trying', (_, message, times) => {
  const away = refused({ code: 500, message }) as StreamProblem;
  const failing = (isLook: boolean): readonly (Event | string)[] => {
    const { told, observer } = open(undefined, isLook);
    for (let time = 0; time < times; time += 1) observer.failed(away, true);
    return told.slice(times - 1);
  };
  expect(failing(false)).toEqual([`reach: ${message}`]);
  expect(failing(true)).toEqual(['reach: fine', 'closed', expect.objectContaining({ type: 'scope-failed', scope: 3 })]);
});
