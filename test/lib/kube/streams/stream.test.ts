/** One stream and its observers: who gets what, who needs a list of its own, and when it ends. */
import type { KubeObject } from '../../../../lib/api';
import { defined } from '../../../../lib/defined';
import type { ObserveScope, StreamProblem } from '../../../../lib/engine/ports';
import { Client, type Outcome } from '../../../../lib/kube/http';
import { Discovery } from '../../../../lib/kube/discovery';
import type { CatchUpReceiver } from '../../../../lib/kube/streams/catch-up';
import { Reflector } from '../../../../lib/kube/streams/reflector';
import { Stream } from '../../../../lib/kube/streams/stream';
import { fast, fixedCredentials, recorder } from '../fake-server';
import { until } from '../views';

const scope: ObserveScope = { apiVersion: 'v1', kind: 'ConfigMap', labelSelector: 'app' };
const object = (name: string, resourceVersion: string, app = 'one'): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion, labels: { app } },
});
const forbidden: StreamProblem = { type: 'refused', status: { code: 403, reason: 'Forbidden', message: 'no', causes: [] } };
const FORBIDDEN: Outcome = { status: 403, headers: {}, body: '{"kind":"Status","code":403,"reason":"Forbidden","message":"no"}' };

/** A reflector that asks no server: what it would find out is told by the test. */
class Told extends Reflector {
  runs = 0;
  stops = 0;
  override run(): Promise<void> {
    this.runs += 1;
    return Promise.resolve();
  }
  override stop(): void {
    this.stops += 1;
  }
  /** All that there is, as of this version. */
  shows(version: string, ...objects: readonly KubeObject[]): void {
    this.state.beginList();
    for (const one of objects) this.state.list(one);
    this.state.complete(version);
  }
}

type Reading = (receiver: CatchUpReceiver) => string | Outcome;

function start({ isShared = true, lingerMs = 0 } = {}) {
  const label = isShared ? 'app' : undefined;
  const ended: (StreamProblem | undefined)[] = [];
  const asked: (string | undefined)[] = [];
  const readings: Reading[] = [];
  const client = new Client({ server: 'http://127.0.0.1:9', namespace: 'ns', tls: {}, credentials: fixedCredentials({}), origin: 'a test' }, fast);
  let told: Told | undefined;
  const stream = new Stream({
    scope, ...defined({ label }), lingerMs, timing: fast,
    reflector: (listener) => {
      told = new Told(client, new Discovery(client, fast, () => {}), scope, { watchList: true }, fast, listener, label);
      return told;
    },
    readList: ({ labelSelector }, receiver) => {
      asked.push(labelSelector);
      return Promise.resolve((readings.shift() ?? (() => '0'))(receiver));
    },
    ended: (problem) => ended.push(problem),
  });
  if (told === undefined) throw new Error('the stream has no reflector');
  const join = (value?: string) => {
    const observer = recorder();
    const subscription = stream.join({ value, namespace: undefined, labels: new Map() }, observer);
    const has = (name: string): boolean | undefined => subscription.has?.({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name });
    return { ...observer, close: () => subscription.close(), has };
  };
  return { stream, told, ended, asked, readings, join };
}

const listing = (version: string, ...objects: KubeObject[]): Reading => (receiver) => {
  receiver.page(objects);
  return version;
};

describe('the first observer starts the stream', () => {
  test('not before join has returned, and once for all', async () => {
    const { told, join } = start();
    join();
    expect(told.runs).toBe(0);
    await Promise.resolve();
    join();
    await Promise.resolve();
    expect(told.runs).toBe(1);
  });

  test('it says what it has: what came and went between two of its lists, it has never had', async () => {
    const { told, join } = start();
    const { has } = join();
    await Promise.resolve();
    told.shows('5', object('a', '3'));
    expect([has('a'), has('b')]).toEqual([true, false]);
    // In between, b was made as of 6 and deleted as of 7.
    told.shows('8', object('c', '8'));
    expect(['a', 'b', 'c'].map(has)).toEqual([false, false, true]);
  });

  test('one that left in the same breath starts nothing', async () => {
    const { told, join, ended } = start();
    join().close();
    await Promise.resolve();
    expect([told.runs, ended]).toEqual([0, [undefined]]);
  });
});

describe('what is reported', () => {
  test('goes to those whose value it has', async () => {
    const { told, join } = start();
    const [one, two, any] = [join('one'), join('two'), join()];
    await Promise.resolve();
    told.shows('5', object('a', '1', 'one'), object('b', '2', 'two'));
    expect(one.lines).toEqual(['+a@1', 'synced']);
    expect(two.lines).toEqual(['+b@2', 'synced']);
    expect(any.lines).toEqual(['+a@1', '+b@2', 'synced']);
  });

  test('an object that gets another value is removed for those that wanted the former one', async () => {
    const { told, join } = start();
    const [one, two] = [join('one'), join('two')];
    await Promise.resolve();
    told.shows('5', object('a', '1', 'one'));
    told.state.change({ type: 'MODIFIED', object: object('a', '6', 'two') });
    expect(one.lines).toEqual(['+a@1', 'synced', '-a@6']);
    expect(two.lines).toEqual(['synced', '+a@6']);
  });
});

describe('an observer that comes later', () => {
  test('needs no list where nothing that it wants was reported', async () => {
    const { told, join, asked } = start();
    join('one');
    await Promise.resolve();
    told.shows('5', object('a', '1', 'one'));
    const two = join('two');
    await Promise.resolve();
    expect([two.lines, asked]).toEqual([['synced'], []]);
  });

  test('gets what was reported by a list of its own; those that come together share it', async () => {
    const { told, join, asked, readings } = start();
    const early = join('one');
    await Promise.resolve();
    told.shows('5', object('a', '1'));
    readings.push(listing('6', object('a', '1'), object('b', '6')));
    const [late, later] = [join('one'), join('one')];
    await until(() => late.lines.includes('synced') && later.lines.includes('synced'), () => late.lines);
    expect(asked).toEqual(['app=one']);
    expect(late.lines).toEqual(['+a@1', '+b@6', 'synced']);
    expect(later.lines).toEqual(late.lines);
    // What the list has shown is news for the others.
    expect(early.lines).toEqual(['+a@1', 'synced', '+b@6']);
  });

  test('reads again when the list shows an earlier state than the stream did', async () => {
    const { told, join, asked, readings } = start();
    join('one');
    await Promise.resolve();
    told.shows('5', object('a', '5'));
    readings.push(listing('3', object('a', '3')), listing('7', object('a', '5')));
    const late = join('one');
    await until(() => late.lines.includes('synced'), () => late.lines);
    expect(asked).toHaveLength(2);
  });

  test('that may not list what it wants is told so, and leaves; the stream goes on for the others', async () => {
    const { told, join, readings, ended, stream } = start();
    const early = join('one');
    await Promise.resolve();
    told.shows('5', object('a', '1'));
    readings.push(() => FORBIDDEN);
    const late = join('one');
    await until(() => late.lines.length > 0, () => late.lines);
    expect(late.lines).toEqual([expect.not.stringContaining('retrying')]);
    expect([early.lines, ended, stream.observers]).toEqual([['+a@1', 'synced'], [], 1]);
  });
});

describe('a problem of the stream', () => {
  test('that passes is reported, and the stream goes on', async () => {
    const { stream, join, ended } = start();
    const one = join();
    await Promise.resolve();
    stream.failed({ type: 'lost', message: 'cut' }, true);
    expect(one.lines).toEqual([expect.stringContaining('retrying')]);
    expect(ended).toEqual([]);
  });

  test.each<[string, boolean]>([
    ['a shared stream is wider than what its observers may see: forbidden is its end', true],
    ['a stream for one observer may be allowed later', false],
  ])('%s', async (_, isShared) => {
    const { stream, join, ended, told } = start({ isShared });
    const one = join();
    await Promise.resolve();
    stream.failed(forbidden, true);
    expect(one.lines).toEqual([isShared ? expect.not.stringContaining('retrying') : expect.stringContaining('retrying')]);
    expect([ended, told.stops]).toEqual(isShared ? [[forbidden], 1] : [[], 0]);
  });

  test('is told to one that comes while it lasts', async () => {
    const { told, join } = start();
    join();
    await Promise.resolve();
    told.state.fail({ type: 'unserved' }, false);
    const late = join();
    await Promise.resolve();
    expect(late.lines).toEqual(['unserved retrying']);
  });
});

describe('the last observer leaves', () => {
  test('without a time to linger the stream ends', async () => {
    const { join, ended, told } = start();
    const [one, two] = [join(), join()];
    await Promise.resolve();
    one.close();
    expect(ended).toEqual([]);
    two.close();
    expect([ended, told.stops]).toEqual([[undefined], 1]);
  });

  test('a stream that lingers serves the next one, which asks for no new stream', async () => {
    const { join, ended, told } = start({ lingerMs: 60_000 });
    join().close();
    const next = join();
    await Promise.resolve();
    told.shows('5', object('a', '1'));
    expect([next.lines, ended]).toEqual([['+a@1', 'synced'], []]);
    next.close();
  });
});
