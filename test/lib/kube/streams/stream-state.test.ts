import type { KubeObject } from '../../../../lib/api';
import type { StreamProblem } from '../../../../lib/engine/ports';
import { Backoff } from '../../../../lib/kube/streams/backoff';
import type { StreamListener } from '../../../../lib/kube/streams/differ';
import { StreamState } from '../../../../lib/kube/streams/stream-state';
import type { WatchEvent } from '../../../../lib/kube/streams/watch';
import { configMaps, fast } from '../fake-server';

const lost: StreamProblem = { type: 'lost', message: 'cut' };
const object = (name: string, resourceVersion: string): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion },
});
const event = (type: WatchEvent['type'], name: string, version: string): WatchEvent => ({ type, object: object(name, version) });

function start(): { state: StreamState; reported: string[]; resets: () => number } {
  const reported: string[] = [];
  const listener: StreamListener = {
    changed: ({ metadata }) => reported.push(`+${metadata.name}@${metadata.resourceVersion}`),
    removed: ({ name }, version) => reported.push(`-${name}@${version}`),
    synced: (version) => reported.push(`synced ${version ?? ''}`.trim()),
    failed: ({ type }, retrying) => reported.push(`${type}${retrying ? ' retrying' : ''}`),
    restored: () => reported.push('restored'),
  };
  let resets = 0;
  class Counted extends Backoff {
    override reset(): void {
      resets += 1;
      super.reset();
    }
  }
  return { state: new StreamState(configMaps, undefined, new Counted(fast), listener), reported, resets: () => resets };
}

/** Listed as of version 5 with the object a, which is reported. */
function listed(): ReturnType<typeof start> {
  const started = start();
  started.state.beginList();
  started.state.list(object('a', '5'));
  started.state.complete('5');
  started.reported.splice(0);
  return started;
}

test('a list is reported, then that it is complete', () => {
  const { state, reported, resets } = start();
  state.beginList();
  state.list(object('a', '5'));
  expect([state.synced, state.complete('5'), state.synced, resets()]).toEqual([false, 'go on', true, 1]);
  expect(reported).toEqual(['+a@5', 'synced 5']);
  expect([state.position.current, state.objects.size]).toEqual(['5', 1]);
});

test.each<[string, WatchEvent, 'go on' | 'stop', readonly string[], string | undefined]>([
  ['a change', event('MODIFIED', 'a', '6'), 'go on', ['+a@6'], '6'],
  ['a new object', event('ADDED', 'b', '6'), 'go on', ['+b@6'], '6'],
  ['a deletion', event('DELETED', 'a', '6'), 'go on', ['-a@6'], '6'],
  ['a deletion with an earlier version, as some servers send it', event('DELETED', 'a', '4'), 'go on', [], '5'],
  ['a bookmark', event('BOOKMARK', '', '8'), 'go on', [], '8'],
  ['a change with an earlier version', event('MODIFIED', 'a', '4'), 'stop', ['restored'], undefined],
  ['a bookmark with an earlier version', event('BOOKMARK', '', '4'), 'stop', ['restored'], undefined],
])('%s', (_what, change, answer, lines, position) => {
  const { state, reported } = listed();
  expect(state.change(change)).toBe(answer);
  expect([reported, state.position.current]).toEqual([lines, position]);
});

test('a list of an earlier state is not taken: everything is listed and reported again', () => {
  const { state, reported } = listed();
  state.position.relist();
  state.beginList();
  expect(state.complete('4')).toBe('stop');
  expect(reported).toEqual(['restored']);
  state.beginList();
  state.list(object('a', '4'));
  expect([state.complete('4'), reported]).toEqual(['go on', ['restored', '+a@4', 'synced 4']]);
});

test('what a whole list has not shown is gone', () => {
  const { state, reported } = listed();
  state.position.relist();
  state.beginList();
  state.list(object('b', '6'));
  state.complete('6');
  expect(reported).toEqual(['+b@6', '-a@6', 'synced 6']);
});

describe('a problem', () => {
  test('is over when the next watch opens', () => {
    const { state, reported } = listed();
    state.fail(lost, false);
    expect(state.problem).toEqual({ answer: lost, retrying: true });
    state.watchOpened();
    state.watchOpened();
    expect([state.problem, reported]).toEqual([undefined, ['lost retrying', 'synced']]);
  });

  test('that the server reported in the watch itself is over with the next event, not with the next watch', () => {
    const { state, reported } = listed();
    state.watchErrored({ type: 'refused', status: { code: 500, reason: '', message: '', causes: [] } });
    state.watchOpened();
    expect(reported).toEqual(['refused retrying']);
    state.change(event('BOOKMARK', '', '6'));
    expect(reported).toEqual(['refused retrying', 'synced']);
  });

  test('that was an outage: the server is looked at before the stream goes on', () => {
    const { state } = listed();
    state.fail({ type: 'unserved' }, false);
    expect(state.position.needsVerification).toBe(false);
    state.fail(lost, true);
    expect([state.position.needsVerification, state.problem?.retrying]).toEqual([true, false]);
  });
});

describe('a kind that is not served', () => {
  test('leaves its objects where they are: they are stored, whoever may read them', () => {
    const { state, reported } = listed();
    state.unserved();
    expect([
      reported,
      state.synced,
      state.position.current,
      state.objects.size,
    ]).toEqual([['unserved retrying'], false, undefined, 1]);
  });

  test('when it is served again, the list tells which of them are gone', () => {
    const { state, reported } = listed();
    state.unserved();
    state.beginList();
    state.list(object('b', '8'));
    state.complete('9');
    expect(reported.slice(1)).toEqual(['+b@8', '-a@9', 'synced 9']);
  });
});

test('what a list beside the stream shows is reported, unless the stream has passed it', () => {
  const { state, reported } = listed();
  state.note(object('b', '4'));
  state.note(object('c', '7'));
  expect(reported).toEqual(['+c@7']);
});
