/** Which objects a repair need not read, because a stream has shown them. */
import { keyOf, refOf, type KubeObject } from '../../../../../lib/api';
import type { KeptObject } from '../../../../../lib/runtime/keep/objects/kept-object';
import { SuspectObjects } from '../../../../../lib/runtime/keep/objects/suspect-objects';

const shown: KubeObject = {
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop', uid: 'one', resourceVersion: '7' },
};
const ref = refOf(shown);
const key = keyOf(ref);

function judgedBy(uid: string, version: string): KeptObject {
  const observation = { uid, version, owned: '', ours: true, terminating: false, ready: { status: 'pass' as const } };
  return { key, ref, recorded: {}, observation };
}

let suspects: SuspectObjects;
beforeEach(() => {
  suspects = new SuspectObjects();
});

test('an object that is wrong is given as the stream showed it, while its record was judged by this state', () => {
  suspects.note(key, shown, true);
  expect(suspects.of(judgedBy('one', '7'))).toBe(shown);
  expect(suspects.of(judgedBy('one', '8'))).toBeUndefined();
  expect(suspects.of(judgedBy('two', '7'))).toBeUndefined();
  expect(suspects.of({ ...judgedBy('one', '7'), observation: 'vanished' })).toBeUndefined();
});

test('what is right again is not held', () => {
  suspects.note(key, shown, true);
  suspects.note(key, shown, false);
  expect(suspects.of(judgedBy('one', '7'))).toBeUndefined();
});

test('a definition is always read', () => {
  suspects.note(key, { ...shown, apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }, true);
  expect(suspects.of(judgedBy('one', '7'))).toBeUndefined();
});
