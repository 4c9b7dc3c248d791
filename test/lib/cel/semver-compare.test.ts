import { compareTolerantly } from '../../../lib/cel/semver-compare';

describe('semver_compare reads versions tolerantly', () => {
  test.each([
    ['1.0.0', '1.0.0', 0n],
    ['v1.2', '1.2.0', 0n],
    [' 1 ', '1.0.0', 0n],
    ['1.02.3', '1.2.3', 0n],
    ['01.2.00', '1.2.0', 0n],
    ['1.2.3-rc.1', '1.2.3', -1n],
    ['1.10.0', '1.9', 1n],
    ['1.0.0+a', '1.0.0+b', 0n],
  ])('%j and %j: %s', (a, b, expected) => {
    expect([compareTolerantly(a, b), compareTolerantly(b, a)]).toEqual([expected, -expected]);
  });

  test.each(['', 'foo', '1..0', '1.2-rc.1', '1.2.3.4', '1.2.x'])('%j is none even so', (text) => {
    expect(() => compareTolerantly(text, '1.0.0')).toThrow('is not a version');
  });
});
