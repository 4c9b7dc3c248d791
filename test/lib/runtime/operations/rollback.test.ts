import { candidates } from '../../../../lib/runtime/operations/rollback';
import type { RevisionRecord } from '../../../../lib/state';

/** `2b+` is revision 2 with content b, once complete; `4a<2` is 4, rolled back to 2 and not complete. Newest first. */
function history(text: string): readonly RevisionRecord[] {
  return text.split(' ').map((word) => {
    const [, number = '', digest = '', complete = '', of = ''] = /^(\d+)([a-z])(\+?)(?:<(\d+))?$/.exec(word) ?? [];
    return { number: Number(number), digest, at: 't', ...(complete === '' ? {} : { completeAt: 't' }), ...(of === '' ? {} : { rollbackOf: Number(of) }) };
  });
}

test.each<[string, string, readonly number[]]>([
  ['the newest complete one before the current', '3c+ 2b+ 1a+', [2, 1]],
  ['one that never became complete is nothing to go back to', '3c+ 2b 1a+', [1]],
  ['the current one may be broken', '3c 2b+ 1a+', [2, 1]],
  ['the same content again would change nothing', '3a 2b 1a+', []],
  ['after a rollback it goes forward again', '3a+<1 2b+ 1a+', [2]],
  ['a rollback that was not completed is gone on with', '4b<2 3c+ 2b+ 1a+', [2]],
  ['nothing before it', '1a+', []],
])('%s', (_, text, numbers) => {
  expect(candidates(history(text))).toEqual(numbers);
});

test('nothing on record, as after recover', () => {
  expect(candidates([])).toEqual([]);
});
