/** Options that cannot be right are blamed by name. */
import { type OptionValues, refuseWrongOptions } from '../../../lib/source/option-values';

test.each<[string, OptionValues, string, string]>([
  ['--namespace', { namespace: 'Bad_NS' }, 'usage-namespace', '--namespace "Bad_NS" cannot be the name of a namespace.'],
  ['--state-namespace', { stateNamespace: '-' }, 'usage-namespace', '--state-namespace "-" cannot be the name of a namespace.'],
  ['--name', { name: 'My App' }, 'usage-name', '--name "My App" cannot be the name of an extension.'],
  [
    '--name, too long for a label with a number behind it',
    { name: 'a'.repeat(62) },
    'usage-name',
    `--name "${'a'.repeat(62)}" cannot be the name of an extension.`,
  ],
  [
    '--kubernetes-version',
    { kubernetesVersion: '0.9' },
    'kubernetes-version-unsupported',
    '--kubernetes-version "0.9" is not a version with schemas.',
  ],
])('%s', (_option, values, code, message) => {
  expect(() => refuseWrongOptions(values)).toThrow(expect.objectContaining({ code, category: 'input', message }));
});

test('what can be right passes', () => {
  expect(() => refuseWrongOptions({ name: 'my-app.v2', namespace: 'shop', kubernetesVersion: 'v1.36.3' })).not.toThrow();
  expect(() => refuseWrongOptions({})).not.toThrow();
});
