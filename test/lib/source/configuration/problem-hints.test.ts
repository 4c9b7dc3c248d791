/** How a value of the type that the schema wants is given, with an option or in a file. */
import { configIssue } from '../../../../lib/config';
import { problemHint } from '../../../../lib/source/configuration/problem-hints';

const hint = (found: string, expected: readonly string[], source?: string, path: readonly (string | number)[] = ['a']) =>
  problemHint(configIssue('config-wrong-type', { found, expected }, { path, ...(source === undefined ? {} : { origin: { source } }) }));

test.each([
  ['number', 'string', 'Give it as text: --set-string a=VALUE'],
  ['string', 'integer', 'Give a whole number: --set a=NUMBER'],
  ['string', 'number', 'Give a number: --set a=NUMBER'],
  ['string', 'boolean', 'Give true or false: --set a=true'],
  ['string', 'array', "Give a list: --set 'a={A,B}'"],
  ['string', 'object', 'Give its keys: --set a.KEY=VALUE'],
])('with --set: %s where %s is wanted', (found, expected, text) => {
  expect(hint(found, [expected], '--set')).toBe(text);
});

test.each([
  ['number', 'string', 'Give it as text, in quotes.'],
  ['string', 'integer', 'Give a whole number, without quotes.'],
  ['string', 'boolean', 'Give true or false, without quotes.'],
  ['string', 'array', 'Give a list, with "- " before each item.'],
  ['string', 'object', 'Give its keys, each below it as KEY: VALUE.'],
])('in a file: %s where %s is wanted', (found, expected, text) => {
  expect(hint(found, [expected], 'values.yaml')).toBe(text);
});

test('both ways are named where it is not known which was taken', () => {
  expect(hint('number', ['string', 'null'])).toBe('Give it as text: --set-string a=VALUE; in a file, in quotes.');
});

test('keys are written as --set reads them, and for the shell', () => {
  expect(hint('number', ['string'], '--set', ['env', 0, 'a.b/c'])).toBe("Give it as text: --set-string 'env[0].a\\.b/c=VALUE'");
});

test.each<[string, string, readonly string[]]>([
  ['several types would do', 'boolean', ['integer', 'string']],
  ['keys cannot become text', 'object', ['string']],
  ['the type is none of JSON Schema', 'string', ['date']],
])('no hint where %s', (_why, found, expected) => {
  expect(hint(found, expected, '--set')).toBeUndefined();
});
