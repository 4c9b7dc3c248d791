/** Hints of the command: which option helps. */
import { configIssue } from '../../../lib/config';
import { inWords } from '../../../lib/source/in-words';

const missing = (...path: readonly string[]) => configIssue('config-missing-field', {}, { path });

test('a value that is missing is given with an option', () => {
  expect(inWords(configIssue('invalid-config', { problems: [missing('watchNamespace')] })).hint).toBe('Give it: --set watchNamespace=NAMESPACE');
  expect(inWords(configIssue('invalid-config', { problems: [missing('size'), missing('disk', 'class')] })).hint).toBe('Give it: --set size=VALUE');
});

test('another hint goes before', () => {
  expect(inWords(configIssue('invalid-config', { problems: [missing('size')], near: ['sise'] })).hint).toBe('Did you mean "sise"?');
  expect(inWords(configIssue('invalid-config', { problems: [] })).hint).toBeUndefined();
});

const wrongType = (found: string, expected: readonly string[], ...path: readonly (string | number)[]) =>
  configIssue('config-wrong-type', { found, expected }, { path });

test('text that reads like a number or true is given with another option', () => {
  const problems = [wrongType('number', ['string'], 'env', 0, 'value'), wrongType('boolean', ['string', 'null'], 'on')];
  expect(inWords(configIssue('invalid-config', { problems })).hint)
    .toBe('Give it as text: --set-string env[0].value=VALUE --set-string on=VALUE; in a file, in quotes.');
});

test('what no text would mend gets no such hint', () => {
  const problems = [wrongType('object', ['string'], 'a'), wrongType('number', ['boolean'], 'b')];
  expect(inWords(configIssue('invalid-config', { problems })).hint).toBeUndefined();
});
