import { compareVersionReleases, formatVersionRelease, versionRelease, withLegacyRelease, withSubstituteRelease } from '../../../lib/catalog';

const one = (version: string, release?: string) => versionRelease(version, release)!;

describe('build metadata as a release', () => {
  test.each([
    ['1.0.0+2', undefined, '2'],
    ['0.10.1+0.1730236570.p', undefined, '0.1730236570.p'],
    ['1.0.0', undefined, undefined],
    // A release that is written counts, whatever the metadata.
    ['1.0.0+2', '7', '7'],
    // Leading zeros, and more than 20 characters, are no release.
    ['1.0.0+02', undefined, undefined],
    ['1.0.0+123456789012345678901', undefined, undefined],
  ])('%s with release %s has release %s', (version, release, expected) => {
    expect(withLegacyRelease(one(version, release)).release).toBe(expected);
  });

  test('orders rebuilds, and leaves the version as it is written', () => {
    const versions = ['1.0.0+10', '1.0.0', '1.0.0+2', '1.0.1'].map((version) => withLegacyRelease(one(version)));
    expect([...versions].sort(compareVersionReleases).map(({ version }) => version.raw)).toEqual(['1.0.0', '1.0.0+2', '1.0.0+10', '1.0.1']);
    expect(formatVersionRelease(one('1.0.0+2'))).toBe('1.0.0+2');
  });

  test('to opm only for a bundle that says what it is a rebuild of', () => {
    expect([true, false].map((substitutes) => withSubstituteRelease(one('1.0.0+2'), { substitutes }).release)).toEqual(['2', undefined]);
  });
});
