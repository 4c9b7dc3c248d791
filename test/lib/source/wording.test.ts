/** Hints of the command: which option helps. */
import { configIssue } from '../../../lib/config';
import { inWords } from '../../../lib/source/wording';

const missing = (...path: readonly string[]) => configIssue('config-missing-field', {}, { path });

test('a value that is missing is given with an option', () => {
  expect(inWords(configIssue('invalid-config', { problems: [missing('watchNamespace')] })).hint).toBe('Give it: --set watchNamespace=NAMESPACE');
  expect(inWords(configIssue('invalid-config', { problems: [missing('size'), missing('disk', 'class')] })).hint).toBe('Give it: --set size=VALUE');
});

test('another hint goes before', () => {
  expect(inWords(configIssue('invalid-config', { problems: [missing('size')], near: ['sise'] })).hint).toBe('Did you mean "sise"?');
  expect(inWords(configIssue('invalid-config', { problems: [] })).hint).toBeUndefined();
});
