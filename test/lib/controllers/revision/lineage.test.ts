/** Which revisions belong together, and which number each must have. */
import { numberProblem, siblingsOf, siblingUids, toArchive } from '../../../../lib/controllers/revision/lineage';
import type { Revision } from '../../../../lib/controllers/revision/model';
import { CREATED, revision, SUCCEEDED } from './facts';

const of = (number: number, extra: Partial<Revision> = {}): Revision =>
  revision({ name: `web-${number}`, uid: `uid-${number}`, number, createdAt: CREATED + number * 1000, ...extra });
const previous = (...numbers: readonly number[]) => ({ previous: numbers.map((number) => ({ name: `web-${number}`, uid: `uid-${number}` })) });
const names = (revisions: readonly Revision[]): readonly string[] => revisions.map(({ name }) => name).sort();

describe('Siblings', () => {
  test('are those with the same controller, whatever their labels say of others', () => {
    const mine = of(2, { controller: 'ext' });
    const others = [of(1, { controller: 'ext' }), of(3, { controller: 'other' }), of(4), of(5, { controller: 'ext', extension: 'elsewhere' }), mine];
    expect(names(siblingsOf(mine, others))).toEqual(['web-1']);
  });

  test('made by hand are those that name each other, over any number of steps', () => {
    const [one, two, three] = [of(1), of(2, previous(1)), of(3, previous(2))];
    const stranger = of(9, { uid: 'uid-9' });
    for (const mine of [one, two, three]) {
      expect(names(siblingsOf(mine, [one, two, three, stranger]))).toEqual(names([one, two, three].filter((other) => other !== mine)));
    }
  });

  test('are named with their uid: one that was made anew under the same name is none', () => {
    expect(siblingsOf(of(2, previous(1)), [of(1, { uid: 'another' })])).toEqual([]);
  });

  test('made by hand and controlled ones are none of each other', () => {
    expect(siblingsOf(of(2, previous(1)), [of(1, { controller: 'ext' })])).toEqual([]);
  });

  test('count as owners also when they are gone', () => {
    expect(siblingUids(of(3, previous(1, 2)), [of(2)])).toEqual(['uid-2', 'uid-1']);
  });
});

test.each<[string, Revision, readonly Revision[], object | undefined]>([
  ['the first', of(1), [], undefined],
  ['a first one with any number, for those before it may be gone', of(7), [], undefined],
  ['the next', of(2, previous(1)), [of(1)], undefined],
  ['one too far', of(3, previous(1)), [of(1)], { type: 'out-of-order', expected: 2, after: 'web-1' }],
  ['one that goes back', of(1, { uid: 'late', name: 'web-late', createdAt: CREATED + 9000, ...previous(2) }), [of(2)],
    { type: 'out-of-order', expected: 3, after: 'web-2' }],
  ['one that is taken', of(1, { uid: 'late', name: 'web-late', createdAt: CREATED + 9000, ...previous(1) }), [of(1)], { type: 'taken', by: 'web-1' }],
  ['one that a later revision has, too', of(1), [of(1, { uid: 'late', name: 'web-late', createdAt: CREATED + 9000 })], undefined],
  ['two of the same second: the name decides', of(1, { name: 'b', uid: 'b' }), [of(1, { name: 'a', uid: 'a' })], { type: 'taken', by: 'a' }],
  ['one that was rolled out once is not questioned', of(3, { ...previous(1), conditions: [SUCCEEDED] }), [of(1)], undefined],
  ['one whose predecessor is gone', of(4, previous(3)), [of(1)], undefined],
  ['an extension may skip numbers of revisions that were deleted', of(4, { controller: 'ext' }), [of(1, { controller: 'ext' })], undefined],
  ['an extension may not go back', of(2, { controller: 'ext', createdAt: CREATED + 9000 }), [of(3, { controller: 'ext' })], { type: 'out-of-order', expected: 4, after: 'web-3' }],
])('The number of %s', (_name, mine, siblings, problem) => {
  expect(numberProblem(mine, siblings)).toEqual(problem);
});

test('A complete revision archives older ones that are active, and no others', () => {
  const siblings = [of(1), of(2, { state: 'Paused' }), of(3, { state: 'Archived' }), of(4, { deleting: true }), of(6)];
  expect(names(toArchive(of(5), siblings))).toEqual(['web-1']);
});
