/** Hints of the command: which option helps. */
import { configIssue, type ConfigIssues } from '../../../lib/config';
import type { Issue } from '../../../lib/issue';
import { inWords } from '../../../lib/source/in-words';

const missing = (...path: readonly string[]) => configIssue('config-missing-field', {}, { path });
const unknown = (near: string | undefined, ...path: readonly string[]) =>
  configIssue('config-unknown-key', near === undefined ? {} : { near }, { path });
const hints = (problems: readonly Issue[], more: Partial<ConfigIssues['invalid-config']> = {}) =>
  inWords(configIssue('invalid-config', { problems, ...more })).parts?.map(({ hint }) => hint);

test('each problem has its own hint, beside it', () => {
  const problems = [unknown('size', 'sise'), unknown(undefined, 'colour'), missing('watchNamespace'), missing('disk', 'class')];
  expect(hints(problems)).toEqual(['Did you mean "size"?', undefined, 'Give it: --set watchNamespace=NAMESPACE', undefined]);
});

test('a program that reads the whole finding gets the first hints together, each once', () => {
  const hint = (...problems: readonly Issue[]) => inWords(configIssue('invalid-config', { problems })).hint;
  expect(hint(unknown('size', 'sise'), unknown('size', 'sice'), missing('a'))).toBe('Did you mean "size"? Give it: --set a=VALUE');
  expect(hint()).toBeUndefined();
});

test('what may pass unchecked says how', () => {
  const problems = [configIssue('config-unsupported', { bundle: 'web' })];
  expect(hints(problems, { mayPass: true })).toEqual([expect.stringContaining('--dangerously-accept-bundles-without-config-schema')]);
});
