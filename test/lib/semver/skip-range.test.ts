import { isSkipRange } from '../../../lib/bundle';
import { isInSkipRange, parseSkipRange, skipRangeProblemText, versionRelease } from '../../../lib/catalog';
import { cpuMilliseconds } from '../../support/cpu-time';

describe('ranges as catalogs write them', () => {
  const versions = ['0.9.0', '1.0.0-rc.1', '1.0.0', '1.0.5', '1.2.0', '1.2.3', '1.3.0', '2.0.0-rc.1', '2.0.0', '2.1.0+build'];
  test.each([
    ['>=1.0.0 <1.2.3', ['1.0.0', '1.0.5', '1.2.0']],
    // Pre-releases are versions like any other: 2.0.0-rc.1 comes before 2.0.0.
    ['>=1.2.0 <2.0.0', ['1.2.0', '1.2.3', '1.3.0', '2.0.0-rc.1']],
    ['>=1.2.0 <2.0.0-0', ['1.2.0', '1.2.3', '1.3.0']],
    ['<1.0.0 || >=2.0.0', ['0.9.0', '1.0.0-rc.1', '2.0.0', '2.1.0+build']],
    ['1.0.0', ['1.0.0']],
    ['=1.0.0', ['1.0.0']],
    ['==1.0.0', ['1.0.0']],
    ['!1.0.0 <1.2.0', ['0.9.0', '1.0.0-rc.1', '1.0.5']],
    ['!=1.0.0 <1.2.0', ['0.9.0', '1.0.0-rc.1', '1.0.5']],
    ['1.2.x', ['1.2.0', '1.2.3']],
    ['1.x', ['1.0.0', '1.0.5', '1.2.0', '1.2.3', '1.3.0', '2.0.0-rc.1']],
    // An oddity of the grammar: two wildcards are one of the patch number.
    ['1.x.x', ['1.0.0', '1.0.5']],
    ['>1.2.x', ['1.3.0', '2.0.0-rc.1', '2.0.0', '2.1.0+build']],
    ['<=1.2.x', ['0.9.0', '1.0.0-rc.1', '1.0.0', '1.0.5', '1.2.0', '1.2.3']],
    ['<1.2.x', ['0.9.0', '1.0.0-rc.1', '1.0.0', '1.0.5']],
    ['>= 1.2.0  < 1.3.0', ['1.2.0', '1.2.3']],
    ['2.1.0+other', ['2.1.0+build']],
    ['>=1.0.0 <2.0.0-fix', ['1.0.0', '1.0.5', '1.2.0', '1.2.3', '1.3.0']],
  ])('%s has %j', (text, expected) => {
    const parsed = parseSkipRange(text);
    expect('range' in parsed && versions.filter((version) => isInSkipRange(parsed.range, versionRelease(version)!.version))).toEqual(expected);
  });

  test.each([
    ['>v1.0.0', 'Could not parse Range ">v1.0.0": Could not parse comparator ">v" in ">v1.0.0"'],
    ['', 'Last element in range is \'||\''],
    ['>=1.0.0 ||', 'Last element in range is \'||\''],
    ['|| 1.0.0', 'First element in range is \'||\''],
    ['>x', 'Could not get version from string: ">x"'],
    ['foo', 'Could not get version from string: "foo"'],
    ['>=1.0', 'Could not parse Range ">=1.0": Could not parse version "1.0" in ">=1.0": No Major.Minor.Patch elements found'],
    ['>=1.0.0,<2.0.0', 'Could not parse Range ">=1.0.0,<2.0.0": Could not parse version "1.0.0,<2.0.0" in ">=1.0.0,<2.0.0": '
      + 'Invalid character(s) found in patch number "0,<2.0.0"'],
    ['~1.0.0', 'Could not parse Range "~1.0.0": Could not parse comparator "~" in "~1.0.0"'],
    ['>=01.0.0', 'Could not parse Range ">=01.0.0": Could not parse version "01.0.0" in ">=01.0.0": Major number must not contain leading zeroes "01"'],
    ['>=1..0', 'Could not parse Range ">=1..0": Could not parse version "1..0" in ">=1..0": strconv.ParseUint: parsing "": invalid syntax'],
    ['1.0.0-', 'Could not parse Range "1.0.0-": Could not parse version "1.0.0-" in "1.0.0-": Prerelease is empty'],
    ['1.0.0-01', 'Could not parse Range "1.0.0-01": Could not parse version "1.0.0-01" in "1.0.0-01": '
      + 'Numeric PreRelease version must not contain leading zeroes "01"'],
    ['1.0.0-a_b', 'Could not parse Range "1.0.0-a_b": Could not parse version "1.0.0-a_b" in "1.0.0-a_b": Invalid character(s) found in prerelease "a_b"'],
    ['1.0.0+', 'Could not parse Range "1.0.0+": Could not parse version "1.0.0+" in "1.0.0+": Build meta data is empty'],
    ['1.0.0+a_b', 'Could not parse Range "1.0.0+a_b": Could not parse version "1.0.0+a_b" in "1.0.0+a_b": Invalid character(s) found in build meta data "a_b"'],
    ['=1.0.0-fix', 'Could not get version from string: "<"'],
  ])('%j cannot be read, in upstream’s words', (text, message) => {
    const parsed = parseSkipRange(text);
    expect('problem' in parsed && skipRangeProblemText(parsed.problem)).toBe(message);
  });

  test.each(['1.2.3', '>0.27.0', '>= 1.0.0 < 2.0.0', '1.x', '<1.0.0 || >=2.0.0 !=2.1.0', '1.0.0 - 2.0.0'])('%j is one, also in a bundle', (text) => {
    expect(isSkipRange(text)).toBe(true);
  });

  test.each([' ', '1.2', '^1.2.3', '>', '*', 'latest', '=>1.0.0'])('%j is none, also in a bundle', (text) => {
    expect(isSkipRange(text)).toBe(false);
  });

  test('hostile ranges are refused at once', () => {
    const start = cpuMilliseconds();
    expect(parseSkipRange('>=1.0.0 '.repeat(200_000))).toHaveProperty('problem');
    expect(isSkipRange('>'.repeat(1_000_000))).toBe(false);
    expect(isSkipRange('> '.repeat(2000))).toBe(false);
    expect(cpuMilliseconds() - start).toBeLessThan(500);
  });
});
