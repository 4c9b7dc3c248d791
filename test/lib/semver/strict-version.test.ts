import { isVersion, nameOfVersion } from '../../../lib/bundle';

describe('a semantic version to the letter', () => {
  test.each(['0.0.0', '1.2.3', '1.2.3-rc.1+build.5', '1.2.3+01'])('%s is one', (text) => expect(isVersion(text)).toBe(true));

  test.each(['', 'v1.2.3', '=1.2.3', ' 1.2.3', '1.2.3 ', '1.2', '1.2.3.4', '01.2.3', '1.2.3-01', 'master', '1.2.3-', '1.2.99999999999999999'])(
    '%j is none', (text) => expect(isVersion(text)).toBe(false),
  );

  test('of a megabyte is refused', () => {
    expect(isVersion(`1.2.${'3'.repeat(1_000_000)}`)).toBe(false);
  });
});

describe('in the name of an object', () => {
  test('a version is in lower case, without plus signs, and its release comes behind it', () => {
    expect(nameOfVersion('1.2.3-RC.1+Build', '2')).toBe('1.2.3-rc.1-build-2');
    expect(nameOfVersion('1.2.3')).toBe('1.2.3');
  });
});
