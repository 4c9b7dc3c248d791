/** Variables in manifests: the forms of drone/envsubst v2, and what is none of them. */
import { substitute, SubstitutionError } from '../../../lib/capi';

const VALUES: Readonly<Record<string, string>> = {
  v: 'abcABC123ABCabc', low: 'abc', up: 'ABC', file: 'bash.string.txt', path: '/path/to/file', foo: 'foo', size: 'größe', slash: 'a/b/c',
};
const text = (input: string): string => substitute(input, (name) => VALUES[name]);

describe('forms', () => {
  test.each<[input: string, output: string]>([
    // Values.
    ['a ${foo} b', 'a foo b'],
    ['${unknown}', ''],
    ['${#foo}', '3'],
    ['${#size}', '7'],
    ['${#unknown}', '0'],
    // Defaults: used when the value is empty.
    ['${unknown:-d}', 'd'],
    ['${unknown:=d}', 'd'],
    ['${unknown=d}', 'd'],
    ['${foo:-d}', 'foo'],
    ['${unknown:=}', ''],
    ['${unknown:=:8443}', ':8443'],
    ['${unknown:=""}', '""'],
    ['${unknown:=${foo}}', 'foo'],
    ['${unknown:=a-${foo}-${none:=b}}', 'a-foo-b'],
    ['${unknown:=${foo^^}}', 'FOO'],
    // What the operator takes for a default as well.
    ['${unknown:+d}', 'd'],
    ['${unknown:?d}', 'd'],
    // A dash is part of a name.
    ['${unknown-d}', ''],
    // Cases.
    ['${low^}', 'Abc'],
    ['${low^^}', 'ABC'],
    ['${up,}', 'aBC'],
    ['${up,,}', 'abc'],
    // Substrings, counted in bytes; from the end when negative.
    ['${v:3}', 'ABC123ABCabc'],
    ['${v:3:3}', 'ABC'],
    ['${v:-3}', 'abcABC123ABCabc'],
    ['${v:99}', ''],
    ['${v:12:99}', 'abc'],
    ['${v:x}', 'abcABC123ABCabc'],
    // Beginnings and ends.
    ['${file#*.}', 'string.txt'],
    ['${file##*.}', 'txt'],
    ['${file%.*}', 'bash.string'],
    ['${file%%.*}', 'bash'],
    ['${path#*/}', 'path/to/file'],
    ['${path##*/}', 'file'],
    ['${file#b?s}', 'h.string.txt'],
    ['${file#[a-c]a}', 'sh.string.txt'],
    ['${file#none}', 'bash.string.txt'],
    ['${file#[}', 'bash.string.txt'],
    // Replacements.
    ['${v/abc/x}', 'xABC123ABCabc'],
    ['${v//abc/x}', 'xABC123ABCx'],
    ['${v/#abc/x}', 'xABC123ABCabc'],
    ['${v/%abc/x}', 'abcABC123ABCx'],
    ['${v/#ABC/x}', 'abcABC123ABCabc'],
    ['${v//abc/}', 'ABC123ABC'],
    ['${slash//\\//-}', 'a-b-c'],
    // What is not a variable.
    ['$$', '$'],
    ['$$$', '$$'],
    ['$${foo}', '${foo}'],
    ['$$${foo}', '$foo'],
    ['$foo $(foo) 5$', '$foo $(foo) 5$'],
    ['a $${var=${foo}} b', 'a ${var=foo} b'],
    ['\\/ \\\\', '\\/ \\\\'],
  ])('%s', (input, output) => {
    expect(text(input)).toBe(output);
  });
});

describe('what is none', () => {
  test.each(['${', '${}', '${foo', '${foo.bar}', '${foo bar}', '${:x}', '${foo:}', '${foo#}', '${foo/x}', '${foo:=x', '${#foo#}', '${foo^x}'])('%s', (input) => {
    expect(() => text(`first\n${input}`)).toThrow(SubstitutionError);
  });

  test('names the line', () => {
    expect(() => text('a\nb ${foo.bar} c\n')).toThrow('bad substitution in line 2: ${foo.bar} c');
  });

  test('defaults in defaults without end', () => {
    expect(() => text('${x:='.repeat(2_000) + '}'.repeat(2_000))).toThrow(SubstitutionError);
  });
});

test('values that multiply are refused before they are made', () => {
  let nested = '${x:=aa}';
  for (let times = 0; times < 12; times++) nested = `\${empty:=${nested}${nested}}`;
  expect(text(nested)).toHaveLength(2 * 2 ** 12);
  const grown = (times: number): string => (times === 0 ? '${foo}' : `\${long//a/${grown(times - 1)}}`);
  const value = 'a'.repeat(400);
  expect(() => substitute(grown(4), () => value)).toThrow(/^substitutions give more than 4194304 characters in line 1: \$\{/);
});

test('a pattern made to take long takes no longer than others', () => {
  const value = 'a'.repeat(4_096);
  const started = process.cpuUsage().user;
  expect(substitute(`\${x#${'*a'.repeat(50)}b}`, () => value)).toBe(value);
  expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
});
