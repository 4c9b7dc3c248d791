import type { KubeObject } from '../../../../lib/api';
import type { ObserveScope } from '../../../../lib/engine/ports';
import { ConnectionFailure } from '../../../../lib/kube/http';
import { CatchUp, type ReadList } from '../../../../lib/kube/streams/catch-up';
import { Subscriber } from '../../../../lib/kube/streams/subscriber';
import { recorder } from '../fake-server';

const stream: ObserveScope = { apiVersion: 'v1', kind: 'ConfigMap', labelSelector: 'app' };
const object = (name: string, resourceVersion: string, app: string, namespace = 'ns'): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, uid: `uid-${name}`, resourceVersion, labels: { app } },
});

function latecomer(value: string | undefined, namespace?: string) {
  const observer = recorder();
  const subscriber = new Subscriber({ value, namespace, labels: new Map() }, observer);
  subscriber.catchUp();
  return { subscriber, lines: observer.lines };
}
const scopeFor = (...latecomers: ReturnType<typeof latecomer>[]): ObserveScope =>
  new CatchUp(stream, 'app', latecomers.map(({ subscriber }) => subscriber)).scope;
const listing = (version: string, ...objects: KubeObject[]): ReadList => (_scope, receiver) => {
  receiver.page(objects);
  return Promise.resolve(version);
};

describe('the list is as narrow as its observers are together', () => {
  const kind = { apiVersion: 'v1', kind: 'ConfigMap' };
  test.each([
    ['one value', [latecomer('one')], { ...kind, labelSelector: 'app=one' }],
    ['one value in one namespace', [latecomer('one', 'ns')], { ...kind, labelSelector: 'app=one', namespace: 'ns' }],
    ['several values', [latecomer('two'), latecomer('one')], { ...kind, labelSelector: 'app in (one,two)' }],
    ['several namespaces', [latecomer('one', 'x'), latecomer('one', 'y')], { ...kind, labelSelector: 'app=one' }],
    ['one that wants any value', [latecomer('one'), latecomer(undefined)], { ...kind, labelSelector: 'app' }],
    ['51 values', Array.from({ length: 51 }, (_, n) => latecomer(`v${n}`)), { ...kind, labelSelector: 'app' }],
  ])('%s', (_what, latecomers, scope) => {
    expect(scopeFor(...latecomers)).toEqual(scope);
  });

  test('a stream that does not route is listed as it is', () => {
    expect(new CatchUp(stream, undefined, [latecomer(undefined).subscriber]).scope).toBe(stream);
  });
});

describe('what the list shows', () => {
  test('goes to the observers whose value and namespace it has, and all of it to the stream', async () => {
    const one = latecomer('one');
    const here = latecomer('two', 'ns');
    const noted: string[] = [];
    const batch = new CatchUp(stream, 'app', [one.subscriber, here.subscriber]);
    const list = listing('9', object('a', '1', 'one'), object('b', '2', 'two'), object('c', '3', 'two', 'elsewhere'));
    expect(await batch.read(list, ({ metadata }) => noted.push(metadata.name ?? ''))).toBe('9');
    expect([one.lines, here.lines, noted]).toEqual([['+a@1'], ['+b@2'], ['a', 'b', 'c']]);
  });

  test('is delivered once when the list is read again: only what differs follows', async () => {
    const { subscriber, lines } = latecomer('one');
    const batch = new CatchUp(stream, 'app', [subscriber]);
    await batch.read(listing('9', object('a', '1', 'one'), object('b', '2', 'one')), () => {});
    await batch.read(listing('12', object('a', '1', 'one'), object('c', '11', 'one')), () => {});
    expect(lines).toEqual(['+a@1', '+b@2', '+c@11', '-b@12']);
  });

  test('is delivered again when versions have lost their meaning', async () => {
    const { subscriber, lines } = latecomer('one');
    const batch = new CatchUp(stream, 'app', [subscriber]);
    await batch.read(listing('9', object('a', '1', 'one')), () => {});
    batch.distrust();
    await batch.read(listing('9', object('a', '1', 'one')), () => {});
    expect(lines).toEqual(['+a@1', '+a@1']);
  });

  test('takes nothing for gone when the list stops in the middle', async () => {
    const { subscriber, lines } = latecomer('one');
    const batch = new CatchUp(stream, 'app', [subscriber]);
    await batch.read(listing('9', object('a', '1', 'one')), () => {});
    const failure = new ConnectionFailure('the connection was cut', true, 'ECONNRESET');
    expect(await batch.read(() => Promise.resolve(failure), () => {})).toBe(failure);
    expect(lines).toEqual(['+a@1']);
  });
});

test('it is void when every observer that waited for it has left', () => {
  const [one, two] = [latecomer('one'), latecomer('two')];
  const batch = new CatchUp(stream, 'app', [one.subscriber, two.subscriber]);
  one.subscriber.leave();
  expect(batch.isVoid).toBe(false);
  two.subscriber.leave();
  expect(batch.isVoid).toBe(true);
});
