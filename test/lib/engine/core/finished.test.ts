/** Jobs that go by themselves: what is remembered of one that has finished, and what that means when it is gone. */
import { isDone, noteFinished, readyIn } from '../../../../lib/engine/core/state/finished';
import type { Entry } from '../../../../lib/engine/core/state/entry';
import type { Item } from '../../../../lib/engine';
import { absent, entry, FAIL, item, PASS, present } from './scene';

const JOB = item('a', { fades: true });
const RECORD = { uid: 'u', desired: 'desired a', owned: 'owned' };
const FINISHED = { ...RECORD, finished: true as const };

describe('that a Job has finished is put on record', () => {
  test.each<[string, Item, readonly Partial<Entry>[], true | undefined]>([
    ['when it is seen to have', JOB, [present({ finished: true }), { record: RECORD }], true],
    ['not before', JOB, [present(), { record: RECORD }], undefined],
    ['only of the object that was applied', JOB, [present({ finished: true, uid: 'v' }), { record: RECORD }], undefined],
    ['only with the content that was applied', JOB, [present({ finished: true }), { record: { ...RECORD, desired: 'other' } }], undefined],
    ['only where it goes by itself', item('a'), [present({ finished: true }), { record: RECORD }], undefined],
    ['and stays there when it is gone', JOB, [absent(true), { record: FINISHED }], true],
  ])('%s', (_what, of, parts, expected) => {
    expect(noteFinished(of, entry(...parts)).record?.finished).toBe(expected);
  });
});

describe('a Job that is not there', () => {
  test.each<[string, readonly Partial<Entry>[], boolean]>([
    ['is done when it has run', [absent(true), { record: FINISHED }], true],
    ['may be there still', [absent(false), { record: FINISHED }], false],
    ['has not run', [absent(true), { record: RECORD }], false],
    ['has run with other content', [absent(true), { record: { ...FINISHED, desired: 'other' } }], false],
  ])('%s', (_what, parts, expected) => {
    const found = entry(...parts);
    expect([isDone(JOB, found), readyIn(JOB, found)?.status]).toEqual([expected, expected ? 'pass' : undefined]);
  });

  test('while it is there, its probe says whether it is ready', () => {
    expect(readyIn(JOB, entry(present({ ready: FAIL }), { record: FINISHED }))).toBe(FAIL);
    expect(readyIn(JOB, entry(present({ ready: PASS })))).toBe(PASS);
  });
});
