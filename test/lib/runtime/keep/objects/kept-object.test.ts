import type { KubeObject } from '../../../../../lib/api';
import { ownedDigest } from '../../../../../lib/engine/fields';
import { judge, observedOf, type Recorded, type Observed, type Observation } from '../../../../../lib/runtime/keep/objects/kept-object';

const recorded: Recorded = { uid: 'u1', owned: 'd1' };
const seen: Observed = { uid: 'u1', version: '7', owned: 'd1', ours: true, terminating: false, ready: { status: 'pass' } };

const table: readonly (readonly [name: string, recorded: Recorded, observation: Observation, judgement: string])[] = [
  ['as the last run left it', recorded, seen, 'right'],
  ['not ready, but as we left it', recorded, { ...seen, ready: { status: 'fail', message: 'no replica' } }, 'right'],
  ['a field of ours changed', recorded, { ...seen, owned: 'd2' }, 'changed'],
  ['another object of that name', recorded, { ...seen, uid: 'u2' }, 'replaced'],
  ['another client controls it', recorded, { ...seen, ours: false }, 'taken'],
  ['being deleted, whatever else', recorded, { ...seen, terminating: true, owned: 'd2' }, 'leaving'],
  ['a stream lost observation of it', recorded, 'vanished', 'missing'],
  ['a read found nothing', recorded, 'absent', 'missing'],
  ['a Job that had finished and went by itself', { ...recorded, finished: true }, 'vanished', 'right'],
  ['a read found nothing of such a Job', { ...recorded, finished: true }, 'absent', 'right'],
  ['such a Job, made by another client', { ...recorded, finished: true }, { ...seen, uid: 'u2' }, 'replaced'],
  ['not shown yet', recorded, 'unseen', 'undecided'],
  ['planned, and nobody knows what became of it', {}, seen, 'undecided'],
  ['planned, and not there', {}, 'vanished', 'undecided'],
];

test.each(table)('An object is judged by its record: %s', (_name, known, observation, judgement) => {
  const result = judge(known, observation);
  expect(result.type === 'wrong' ? result.reason : result.type).toBe(judgement);
});

describe('What is remembered of a live object', () => {
  const context = { strategy: { type: 'native' }, siblings: [], fieldManager: 'boxcutter', owner: { apiVersion: 'v1', kind: 'Secret', name: 'head', uid: 'h' } } as const;
  const live = (value: string, extra: Partial<KubeObject['metadata']> = {}): KubeObject => ({
    apiVersion: 'v1', kind: 'ConfigMap', data: { value },
    metadata: {
      name: 'a', uid: 'u1', resourceVersion: '7', ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 'head', uid: 'h', controller: true }],
      managedFields: [{ manager: 'boxcutter', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:data': { 'f:value': {} } } }], ...extra,
    },
  });
  const probe = () => ({ status: 'fail', message: 'not yet', terminal: false }) as const;
  const left: Recorded = { uid: 'u1', owned: ownedDigest(live('1'), 'boxcutter') };

  test('is right while what we own of it has our values', () => {
    const observation = observedOf(live('1', { labels: { theirs: 'yes' } }), context, probe, left);
    expect(judge(left, observation)).toEqual({ type: 'right' });
    expect(observation).toMatchObject({ version: '7', ready: { status: 'fail', message: 'not yet' } });
  });

  test('is wrong when a value differs, when we lost a field, and when another client controls it', () => {
    const reasonOf = (object: KubeObject): unknown => judge(left, observedOf(object, context, probe, left));
    expect(reasonOf(live('2'))).toEqual({ type: 'wrong', reason: 'changed' });
    expect(reasonOf(live('1', { managedFields: [] }))).toEqual({ type: 'wrong', reason: 'changed' });
    expect(reasonOf(live('1', { ownerReferences: [] }))).toEqual({ type: 'wrong', reason: 'taken' });
  });
});

test('An object that another revision of the same extension controls is no concern of this one, whatever has become of it', () => {
  const observed = { uid: 'u', version: '2', owned: 'other', ours: false, terminating: true, ready: { status: 'pass' } } as const;
  expect(judge({ uid: 'u', owned: 'd' }, { ...observed, handedOver: true })).toEqual({ type: 'right' });
});
