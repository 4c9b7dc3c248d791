import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubeObject } from '../../../../lib/api';
import { HeldObjects, versionOf } from '../../../../lib/kube/streams/held';
import { Ledger } from '../../../../lib/kube/streams/ledger';
import { Routes } from '../../../../lib/kube/streams/routes';
import { parseSelector } from '../../../../lib/kube/streams/selector';
import { isCoveredBy, isLater } from '../../../../lib/kube/streams/versions';

const object = (name: string, resourceVersion: string, more: { uid?: string; labels?: Record<string, string> } = {}): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion, ...more },
});

describe('what a stream holds of objects', () => {
  test('is far less than the objects: under 400 bytes each, whatever their content', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = (): number => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const ledger = new Ledger({ apiVersion: 'v1', kind: 'ConfigMap' }, 'app', { changed() {}, removed() {}, synced() {}, failed() {}, restored() {} });
    const before = used();
    for (let i = 0; i < 20_000; i += 1) {
      // As it comes from the server: every string a new one.
      const metadata = {
        name: `some-object-name-${i}`, namespace: `namespace-${i % 50}`, uid: randomUUID(), resourceVersion: String(1_000_000 + i), labels: { app: `extension-with-a-name-${i % 100}` },
      };
      ledger.put(JSON.parse(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(2_000) } })) as KubeObject);
    }
    const bytes = (used() - before) / 20_000;
    expect(ledger.objects.size).toBe(20_000);
    expect(bytes).toBeLessThan(400);
  });

  test('counts objects by label value, also when it changes', () => {
    const held = new HeldObjects();
    const first = held.add('ns', 'a', 'u', '1', 'one', 1);
    held.add('ns', 'b', 'u', '1', 'one', 1);
    held.update(first, '2', 'two');
    expect([held.size, held.sizeOf('one'), held.sizeOf('two')]).toEqual([2, 1, 1]);
    held.delete(first);
    held.delete(first);
    expect([held.size, held.sizeOf('one'), held.sizeOf('two')]).toEqual([1, 1, 0]);
  });

  test.each(['7', '0', '007', '9007199254740993', 'abc', ''])('gives the version %j back as it was', (version) => {
    expect(versionOf(new HeldObjects().add('ns', 'a', 'u', version, undefined, 1))).toBe(version);
  });
});

describe('comparing what is shown with what was shown', () => {
  let told: string[];
  let ledger: Ledger;
  beforeEach(() => {
    told = [];
    ledger = new Ledger({ apiVersion: 'v1', kind: 'ConfigMap' }, 'app', {
      changed: ({ metadata }, value, former) => told.push(`+${metadata.name}@${metadata.resourceVersion} ${former ?? ''}>${value}`),
      removed: ({ name }, version, value, asOf) => told.push(`-${name}@${version} ${value} as of ${asOf}`),
      synced() {}, failed() {}, restored() {},
    });
  });
  const app = (value: string) => ({ labels: { app: value } });

  test('an older state than the one that was told changes nothing, and does not delete', () => {
    ledger.put(object('a', '10', app('one')));
    ledger.put(object('a', '9', app('two')));
    ledger.put(object('a', '8', { uid: 'an earlier one' }));
    ledger.remove(object('a', '9'));
    expect(told).toEqual(['+a@10 >one']);
  });

  test('what is newer than a list is not gone because the list does not show it', () => {
    ledger.begin();
    ledger.note(object('a', '10', app('one')), undefined);
    ledger.put(object('b', '5', app('one')));
    ledger.end('9');
    expect(told).toEqual(['+a@10 >one', '+b@5 >one']);
    ledger.begin();
    ledger.end('11');
    expect(told.slice(2)).toEqual(['-a@11 one as of 11', '-b@11 one as of 11']);
  });

  test('what was read elsewhere, but has gone since as the stream knows, does not come back', () => {
    ledger.put(object('a', '5', app('one')));
    ledger.remove(object('a', '7'));
    ledger.note(object('a', '5', app('one')), '7');
    expect(told).toEqual(['+a@5 >one', '-a@7 one as of 7']);
  });

  test('after versions have lost their meaning everything is told again, whatever its version', () => {
    ledger.put(object('a', '10', app('one')));
    ledger.objects.distrust();
    ledger.put(object('a', '10', app('one')));
    ledger.objects.distrust();
    ledger.put(object('a', '3', app('two')));
    expect(told).toEqual(['+a@10 >one', '+a@10 one>one', '+a@3 one>two']);
  });
});

test('an event finds those who want its value or any, in its namespace or all; one without namespace finds all namespaces', () => {
  const routes = new Routes<string>();
  const found = (value: string | undefined, namespace: string | undefined): string => {
    const names: string[] = [];
    routes.each(value, namespace, (name) => names.push(name));
    return names.sort().join();
  };
  routes.add('any', undefined, undefined);
  routes.add('anyHere', undefined, 'ns');
  routes.add('one', 'one', undefined);
  routes.add('oneHere', 'one', 'ns');
  expect([found('one', 'ns'), found('one', 'x'), found('two', 'ns'), found('one', undefined)]).toEqual([
    'any,anyHere,one,oneHere', 'any,one', 'any,anyHere', 'any,anyHere,one,oneHere',
  ]);
  routes.delete('one', 'one', undefined);
  routes.delete('anyHere', undefined, 'ns');
  expect(found('one', 'ns')).toBe('any,oneHere');
});

test.each([
  ['app=x', [['app', 'x']]],
  ['app==x, tier', [['app', 'x'], ['tier', undefined]]],
  ['example.com/app=', [['example.com/app', '']]],
  ['app in (x)', undefined],
  ['app!=x', undefined],
  ['!app', undefined],
  ['app=x,app=y', undefined],
])('the selector %s', (selector, expected) => {
  expect(parseSelector(selector)).toEqual(expected === undefined ? undefined : new Map(expected as [string, string | undefined][]));
});

test('versions compare as numbers of any length; what is not a number cannot be compared', () => {
  expect([isLater('10', '9'), isLater('9', '10'), isLater('9', '9'), isLater('99999999999999999999', '99999999999999999998')]).toEqual([true, false, false, true]);
  expect([isLater('b', 'a'), isLater('1', undefined), isLater(undefined, '1')]).toEqual([false, false, false]);
  expect([isCoveredBy('9', '10'), isCoveredBy('10', '10'), isCoveredBy('11', '10'), isCoveredBy('a', 'a')]).toEqual([true, true, false, false]);
});
