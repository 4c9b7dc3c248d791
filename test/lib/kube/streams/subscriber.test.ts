import type { KubeObject } from '../../../../lib/api';
import { Subscriber, type Interest, type StreamEvent } from '../../../../lib/kube/streams/subscriber';
import { recorder } from '../fake-server';

const object = (name: string, resourceVersion: string, labels: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion, labels },
});
const changed = (name: string, version: string, labels?: Record<string, string>): StreamEvent => ({
  type: 'changed',
  object: object(name, version, labels),
});
const ref = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name });
const removed = (name: string, resourceVersion: string): StreamEvent => ({
  type: 'removed',
  ref: ref(name),
  resourceVersion,
  asOf: resourceVersion,
});
const goneInEveryState = (name: string, resourceVersion: string): StreamEvent => ({
  type: 'removed',
  ref: ref(name),
  resourceVersion,
  asOf: undefined,
});
const everything: Interest = { value: undefined, namespace: undefined, labels: new Map() };

function subscribe(interest: Interest = everything) {
  const observer = recorder();
  return { subscriber: new Subscriber(interest, observer), lines: observer.lines };
}

test('before it starts and after it left it hears nothing', () => {
  const { subscriber, lines } = subscribe();
  subscriber.receive(changed('a', '1'));
  subscriber.synced('1');
  subscriber.start();
  subscriber.leave();
  subscriber.receive(changed('a', '2'));
  subscriber.failed({ type: 'unserved' }, true);
  expect(lines).toEqual([]);
});

describe('while its own list is read', () => {
  test('events of the stream wait, and follow when the list is complete', () => {
    const { subscriber, lines } = subscribe();
    subscriber.catchUp();
    subscriber.receive(changed('a', '7'));
    subscriber.deliver(changed('a', '5'));
    expect(lines).toEqual(['+a@5']);
    subscriber.caughtUp('6');
    expect(lines).toEqual(['+a@5', '+a@7', 'synced']);
  });

  test('events that the list has shown already are left out, also later', () => {
    const { subscriber, lines } = subscribe();
    subscriber.catchUp();
    subscriber.receive(changed('a', '5'));
    subscriber.deliver(changed('a', '5'));
    subscriber.caughtUp('6');
    subscriber.receive(changed('b', '6'));
    subscriber.receive(removed('a', '8'));
    expect(lines).toEqual(['+a@5', 'synced', '-a@8']);
  });

  test('an end that holds in every state of the cluster is never left out', () => {
    const { subscriber, lines } = subscribe();
    subscriber.catchUp();
    subscriber.deliver(changed('a', '5'));
    subscriber.caughtUp('6');
    subscriber.receive(goneInEveryState('a', '5'));
    expect(lines).toEqual(['+a@5', 'synced', '-a@5']);
  });

  test('a server whose versions went back makes what waits void, and everything is believed again', () => {
    const { subscriber, lines } = subscribe();
    subscriber.catchUp();
    subscriber.receive(changed('a', '50'));
    subscriber.caughtUp('60');
    subscriber.forget();
    subscriber.receive(changed('a', '3'));
    expect(lines).toEqual(['synced', '+a@3']);
  });
});

describe('an observer that asks for further labels', () => {
  const tier: Interest = { value: 'one', namespace: undefined, labels: new Map([['tier', 'web'], ['team', undefined]]) };

  test('gets the objects that have them, with any value where it names none', () => {
    const { subscriber, lines } = subscribe(tier);
    subscriber.start();
    subscriber.receive(changed('a', '1', { tier: 'web', team: 'x' }));
    subscriber.receive(changed('b', '2', { tier: 'web' }));
    subscriber.receive(changed('c', '3', { tier: 'db', team: 'x' }));
    expect(lines).toEqual(['+a@1']);
  });

  test('gets an object that loses one of them as removed, once', () => {
    const { subscriber, lines } = subscribe(tier);
    subscriber.start();
    subscriber.receive(changed('a', '1', { tier: 'web', team: 'x' }));
    subscriber.receive(changed('a', '2', { tier: 'web' }));
    subscriber.receive(changed('a', '3', {}));
    subscriber.receive(removed('a', '4'));
    expect(lines).toEqual(['+a@1', '-a@2']);
  });
});

test('an error thrown by an observer does not reach the stream, and is not swallowed either', async () => {
  const thrown: unknown[] = [];
  const catchIt = (error: unknown): void => void thrown.push(error);
  const microtask = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation((act) => {
    try {
      act();
    } catch (error) {
      catchIt(error);
    }
  });
  try {
    const mistake = new Error('a mistake of the observer');
    const observer = { ...recorder(), changed: () => { throw mistake; } };
    const subscriber = new Subscriber(everything, observer);
    subscriber.start();
    expect(() => subscriber.receive(changed('a', '1'))).not.toThrow();
    expect(thrown).toEqual([mistake]);
  } finally {
    microtask.mockRestore();
  }
});
