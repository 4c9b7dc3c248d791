import { isInRange, parseVersionRange, rangeProblemText, versionRelease } from '../../../lib/catalog';
import { isLeftOutAsPrerelease } from '../../../lib/semver';
import { VERSION_EXPRESSION } from '../../../lib/kinds/version-expression';

const CRD = new RegExp(VERSION_EXPRESSION);

/** Upstream's list for `spec.source.catalog.version`, and forms like them. */
const ACCEPTED = [
  '1.2.3', '1.2.3-alpha.1+metadata', '1.2.3-alpha-beta', '=1.2.3', '!=1.2.3', '>1.2.3', '<1.2.3', '>=1.2.3', '=>1.2.3', '<=1.2.3', '=<1.2.3',
  '~1.2.3', '~>1.2.3', '^1.2.3', '= 1.2.3', '!= 1.2.3', '>= 1.2.3', '=> 1.2.3', '~ 1.2.3', '~> 1.2.3', '^ 1.2.3', 'v1.2.3', '>=v1.2.3', '^ v1.2.3',
  '1', '1.2', '1.x', '1.X', '1.*', '1.2.x', '1.2.X', '1.2.*', '*', 'x', '>1.0.0 <2.0.0', '>1.0.0,<2.0.0', '>1.0.0, <2.0.0', '>1.0.0  <2.0.0',
  '>1.0.0 ,<2.0.0', '1.0.0||2.0.0', '1.0.0 || 2.0.0', '1.0.0|| 2.0.0', '>1.0.0,<1.2.3 || >2.1.0', '>=1.0.0-rc.1 <1.0.0', ' 1.2.3 ', '1.2.3-beta+x.y',
];

const REJECTED = [
  'invalid-semver', '1.2.3.4', '1.2.3-beta!', '1.2.3.alpha', '1..2.3', '1.2.3-pre+bad_metadata', '1.2.-3', '.1.2.3', '<<1.2.3', '>>1.2.3', '>~1.2.3',
  '==1.2.3', '=!1.2.3', '!1.2.3', '1.Y', '>1.2.3 && <2.3.4', '>1.2.3;<2.3.4', '01.2.3', '1.02.3', '1.2.03', '1.2.3 - 2.3.4', '||', '1.2.3 ||',
  '|| 1.2.3', ',1.2.3', '1.2.3,', '>', '>=1.2.3 |', '(1.2.3)', '',
];

describe('ranges as users write them', () => {
  test.each(ACCEPTED)('%j is one, here and to the API server', (range) => {
    expect([parseVersionRange(range), CRD.test(range)]).toEqual([{ range: expect.objectContaining({ text: range }) }, true]);
  });

  test.each(REJECTED)('%j is none, here and to the API server', (range) => {
    expect([parseVersionRange(range), CRD.test(range)]).toEqual([{ problem: expect.anything() }, false]);
  });

  test.each([
    // The expression of the API has slips: it refuses these.
    ['1.*.*', true, false],
    ['>=1.0.0 *', true, false],
    ['1.0.0 || 1.2.*', true, false],
    // And it lets these pass, which OLM cannot read afterwards.
    ['|', false, true],
    ['1.0.0 *]', false, true],
    ['1.2.3-01', false, true],
    ['99999999999999999.0.0', false, true],
  ])('%j: here %s, by the expression of the API %s', (range, here, there) => {
    expect([!('problem' in parseVersionRange(range)), CRD.test(range)]).toEqual([here, there]);
  });

  test.each([
    ['>>1', 'improper constraint: ">>1"'],
    ['>=1 || foo', 'improper constraint: " foo"'],
    [`>=1${' '.repeat(512)}`, 'constraint string is too long (max 512 bytes)'],
    [Array.from({ length: 33 }, (_, index) => String(index)).join('||'), 'too many constraint groups (max 32)'],
  ])('%.20j is refused in upstream’s words', (range, message) => {
    const parsed = parseVersionRange(range);
    expect('problem' in parsed && rangeProblemText(parsed.problem)).toBe(message);
  });

  const versions = ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0-rc.1', '1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0', '2.0.0-rc.1', '2.0.0', '3.1.0'];
  test.each([
    ['1.2.3', ['1.2.3']],
    ['1.2', ['1.2.0', '1.2.3', '1.2.9']],
    ['1.x', ['1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0']],
    ['~1.2.3', ['1.2.3', '1.2.9']],
    ['~1', ['1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0']],
    ['~0.0.0', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0', '2.0.0', '3.1.0']],
    ['^1.2.3', ['1.2.3', '1.2.9', '1.3.0']],
    ['^0.2.3', ['0.2.3', '0.2.9']],
    ['^0.2', ['0.2.3', '0.2.9']],
    ['^0.0.3', ['0.0.3']],
    ['^0', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9']],
    ['^*', ['0.0.0']],
    ['*', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0', '2.0.0', '3.1.0']],
    ['>1.2', ['1.3.0', '2.0.0', '3.1.0']],
    ['>1', ['2.0.0', '3.1.0']],
    ['>=1.2', ['1.2.0', '1.2.3', '1.2.9', '1.3.0', '2.0.0', '3.1.0']],
    ['<1.2', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0']],
    ['<=1.2', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0', '1.2.0', '1.2.3', '1.2.9']],
    ['<=1', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '1.0.0', '1.2.0', '1.2.3', '1.2.9', '1.3.0']],
    ['!=1.2.x >=1', ['1.0.0', '1.3.0', '2.0.0', '3.1.0']],
    ['!=1.x >=1', ['2.0.0', '3.1.0']],
    ['!=1.2.3, ~1.2', ['1.2.0', '1.2.9']],
    // A pre-release is in a range only where a comparator of its group names one.
    ['>=1.0.0-0 <1.0.0', ['1.0.0-rc.1']],
    ['>=1.3.0-0', ['1.3.0', '2.0.0-rc.1', '2.0.0', '3.1.0']],
    ['>=2.0.0-0 || 1.2.3', ['1.2.3', '2.0.0-rc.1', '2.0.0', '3.1.0']],
    ['<1.0.0 || >=3', ['0.0.0', '0.0.3', '0.1.0', '0.2.3', '0.2.9', '3.1.0']],
    ['1.2.3+build', ['1.2.3']],
  ])('%s has %j', (text, expected) => {
    const parsed = parseVersionRange(text);
    expect('range' in parsed && versions.filter((version) => isInRange(parsed.range, versionRelease(version)!.version))).toEqual(expected);
  });

  test('what is left out as a pre-release alone is known', () => {
    const parsed = parseVersionRange('>=1.3.0 <2.0.0');
    const isLeftOut = (version: string): boolean => 'range' in parsed && isLeftOutAsPrerelease(parsed.range, versionRelease(version)!.version);
    expect(['2.0.0-rc.1', '1.3.0', '2.0.0', '3.0.0-rc.1'].map(isLeftOut)).toEqual([true, false, false, false]);
  });
});
