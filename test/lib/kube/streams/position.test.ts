import { Position } from '../../../../lib/kube/streams/position';

/** A position that was listed as of a version. */
function listed(version: string): Position {
  const position = new Position();
  position.listed(version);
  return position;
}

test('before the first list there is none, and everything has to be listed', () => {
  const position = new Position();
  expect([position.current, position.reportedUpTo, position.needsVerification]).toEqual([undefined, undefined, false]);
});

test('it goes on from the list, and from every event that has a version', () => {
  const position = listed('5');
  expect(position.current).toBe('5');
  position.advance('7');
  position.advance(undefined);
  expect([position.current, position.reportedUpTo]).toEqual(['7', '7']);
  expect([position.isAhead('6'), position.isAhead('7'), position.isAhead('8')]).toEqual([true, false, false]);
});

test('a new list begins without a version, but no state before the last one is taken', () => {
  const position = listed('5');
  position.advance('7');
  position.relist();
  expect([position.current, position.reportedUpTo]).toEqual([undefined, '7']);
  expect(position.listed('6')).toBe(false);
  expect(position.current).toBeUndefined();
  expect(position.listed('7')).toBe(true);
  expect(position.current).toBe('7');
});

test('relisting twice keeps what was reported', () => {
  const position = listed('5');
  position.relist();
  position.relist();
  expect(position.reportedUpTo).toBe('5');
});

test('when versions begin anew, an earlier one is taken', () => {
  const position = listed('50');
  position.restart();
  expect([position.reportedUpTo, position.listed('7'), position.current]).toEqual([undefined, true, '7']);
});

describe('doubt', () => {
  test.each<[string, readonly number[], string | undefined]>([
    ['two weak signs are borne', [1, 1], '5'],
    ['three are not', [1, 1, 1], undefined],
    ['one strong sign is borne', [2], '5'],
    ['a strong and a weak one are not', [2, 1], undefined],
  ])('%s', (_what, weights, current) => {
    const position = listed('5');
    for (const weight of weights) position.question(weight);
    expect(position.current).toBe(current);
  });

  test.each<[string, (position: Position) => void]>([
    ['an event', (position) => position.trust()],
    ['a list', (position) => void position.listed('5')],
    ['relisting', (position) => {
      position.relist();
      position.advance('5');
    }],
  ])('%s ends it', (_what, act) => {
    const position = listed('5');
    position.question(2);
    act(position);
    position.question(2);
    expect(position.current).toBe('5');
  });
});

describe('a server that may be another one', () => {
  test('has to be looked at, until it was', () => {
    const position = listed('5');
    position.suspectServer();
    expect(position.needsVerification).toBe(true);
    expect([position.verified('5'), position.needsVerification]).toEqual([true, false]);
  });

  test('is another one when its version is an earlier one; what it does not tell is no sign', () => {
    expect(listed('5').verified('4')).toBe(false);
    expect(listed('5').verified('6')).toBe(true);
    expect(listed('5').verified(undefined)).toBe(true);
  });

  test('is looked at by a list, too, unless the list shows an earlier state', () => {
    const position = listed('5');
    position.suspectServer();
    expect([position.listed('4'), position.needsVerification]).toEqual([false, true]);
    expect([position.listed('6'), position.needsVerification]).toEqual([true, false]);
  });
});
