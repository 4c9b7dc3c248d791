/** What others wrote never reaches the terminal as a command to it. */
import { BoxcutterError } from '../../lib/errors';
import { hangingLines, isPlain, oneLine, plain } from '../../lib/plain-text';
import { load } from 'js-yaml';
import { stringifyYaml } from '../../lib/yaml';

const EVIL = 'a\u001B[2J\u009Bb\u0007\nc\rd';
/** Every character of the class, and what lies around it. */
const ALL = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('');
const FORBIDDEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/;

test('control characters are spelled out, line breaks and tabs stay', () => {
  expect(plain(`${EVIL}\te`)).toBe('a\\x1b[2J\\x9bb\\x07\nc\\x0dd\te');
  expect(plain('one\r\ntwo')).toBe('one\ntwo');
  expect(plain('größer → 日本語')).toBe('größer → 日本語');
});

test('marks that turn the direction of what is read, and line breaks that only some know', () => {
  expect(plain('admin\u202Enimda\u2066\u2028x\u200Ey\u061C')).toBe('admin\\u202enimda\\u2066\\u2028x\\u200ey\\u061c');
  expect(plain(ALL)).not.toMatch(FORBIDDEN);
  expect([isPlain(ALL), isPlain(plain(ALL))]).toEqual([false, true]);
});

test('on one line', () => {
  expect(oneLine(EVIL)).toBe('a\\x1b[2J\\x9bb\\x07 c d');
});

test('of several lines, none but the first begins where a line of ours would', () => {
  expect(hangingLines('It failed:\nError: forged\n  at once\n')).toEqual(['It failed:', '  Error: forged', '  at once', '']);
});

test('an error has them spelled out in its message, its hint and its stack', () => {
  const error = new BoxcutterError('a', 'input', `no ${EVIL}`, { hint: () => `look at ${EVIL}` });
  for (const text of [error.message, error.hint ?? '', error.stack ?? '']) {
    expect(text).toContain('a\\x1b[2J\\x9bb\\x07\nc\\x0dd');
    expect(text).not.toMatch(FORBIDDEN);
  }
});

test.each<[string, string]>([
  ['a value', ALL], ['one line', `x: ${ALL.replace('\n', '')}`], [
    'a text of several lines',
    `one\n\u202Etwo\u200F\n`,
  ], ['a backslash before it', '\\\u202E\\u202e'],
])('YAML has them as escapes, with the same value: %s', (_what, text) => {
  const written = stringifyYaml({ [text]: text, list: [text] });
  expect(written).not.toMatch(FORBIDDEN);
  const read = load(written);
  expect(read).toEqual({ [text]: text, list: [text] });
});

test('YAML of plain text is as it was', () => {
  expect(stringifyYaml({ a: 'b', text: 'one\ntwo\n', größe: '→' })).toBe('a: b\ntext: |\n  one\n  two\ngröße: →\n');
});

test('on one line, blanks around line breaks are one, and a megabyte of blanks takes no longer than its text', () => {
  expect(['a  \r\n \n  b', '\na\n', ' a b ', 'a\n'].map(oneLine)).toEqual(['a b', ' a ', ' a b ', 'a ']);
  const blanks = ' '.repeat(1_000_000);
  expect(oneLine(`${blanks}x`)).toBe(`${blanks}x`);
});
