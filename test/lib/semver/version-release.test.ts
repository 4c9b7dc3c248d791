import { compareVersionReleases, formatVersionRelease, versionRelease } from '../../../lib/catalog';

describe('versions and releases', () => {
  test.each([
    ['1.0.0', undefined],
    ['1.0.0-rc.1+build', undefined],
    ['1.0.0', '2'],
    ['1.0.0', 'rc.1'],
  ])('%s with release %s is one', (version, release) => {
    expect(versionRelease(version, release)).toBeDefined();
  });

  test.each([
    ['v1.0.0', undefined],
    ['1.0', undefined],
    ['01.0.0', undefined],
    ['master', undefined],
    ['1.0.0', '02'],
    ['1.0.0', 'a+b'],
    ['1.0.0', '123456789012345678901'],
    ['1.0.0', ''],
  ])('%s with release %s is none', (version, release) => {
    expect(versionRelease(version, release)).toBeUndefined();
  });

  test('are ordered by version, then by release, where none comes first', () => {
    const sorted = [
      ['1.0.0-rc.1', undefined], ['1.0.0', undefined], ['1.0.0', '1'], ['1.0.0', '1.1'], ['1.0.0', '2'], ['1.0.0', '10'], ['1.0.0', 'a'], ['1.0.1', undefined],
    ] as const;
    const texts = sorted.map(([version, release]) => format(version, release));
    expect([...sorted].reverse().map(([version, release]) => one(version, release)).sort(compareVersionReleases).map(formatVersionRelease))
      .toEqual(texts);
  });

  test('build metadata takes no part in the order', () => {
    expect(compareVersionReleases(one('1.0.0+1'), one('1.0.0+2'))).toBe(0);
  });

  function one(version: string, release?: string) {
    const made = versionRelease(version, release);
    if (made === undefined) throw new Error(version);
    return made;
  }

  function format(version: string, release?: string): string {
    return formatVersionRelease(one(version, release));
  }
});
