/** Options that have no meaning for what is named are refused, not ignored: every one, for every kind of source. */
import type { Choices } from '../../../lib/source';
import { type OpenedKind, refuseMeaningless } from '../../../lib/source/meaning';

const ALL: readonly OpenedKind[] = ['objects', 'revision', 'bundle'];
const CONFIGURABLE: readonly OpenedKind[] = ['bundle', 'project'];

const OPTIONS: readonly (readonly [option: string, choices: Choices, means: readonly OpenedKind[]])[] = [
  ['--name', { name: 'shop' }, ALL],
  ['--namespace', { namespace: 'shop' }, ALL],
  ['--state-namespace', { stateNamespace: 'shop' }, ALL],
  ['--kubernetes-version', { kubernetesVersion: '1.36' }, ALL],
  ['--config', { config: ['values.yaml'] }, CONFIGURABLE],
  ['--set', { set: ['a=b'] }, CONFIGURABLE],
  ['--set-string', { setString: ['a=b'] }, CONFIGURABLE],
  ['--set-file', { setFile: ['a=b'] }, CONFIGURABLE],
  ['--set-env', { setEnv: ['a=B'] }, CONFIGURABLE],
  ['--reuse-config', { reuseConfig: true }, ['bundle']],
  ['--reset-config', { resetConfig: true }, ['bundle']],
  ['--certificates', { certificates: 'cert-manager' }, ['bundle']],
  ['--dangerously-accept-bundles-without-config-schema', { dangerouslyAcceptBundlesWithoutConfigSchema: true }, ['bundle']],
  ['--change-package', { changePackage: true }, ['bundle', 'revision']],
  ['--collision-protection', { collisionProtection: 'None' }, ['bundle', 'objects']],
];

const CASES = OPTIONS.flatMap(([option, choices, means]) => [...ALL, ...means.filter((kind) => !ALL.includes(kind))].map((kind) => [
  option,
  kind,
  means.includes(kind) ? 'taken' : 'refused',
  choices,
] as const));

test.each(CASES)('%s with %s is %s', (option, kind, verdict, choices) => {
  const refuse = (): void => refuseMeaningless('shop.yaml', choices, [kind]);
  if (verdict === 'taken') expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ category: 'input', message: expect.stringContaining(option) }));
});

test('what the parser fills in by itself is no choice', () => {
  const filled: Choices = {
    certificates: 'auto', dangerouslyAcceptBundlesWithoutConfigSchema: false, reuseConfig: false, resetConfig: false, changePackage: false,
  };
  for (const kind of ALL) expect(() => refuseMeaningless('shop', filled, [kind])).not.toThrow();
});

test('until the kind of source is known, only an option that no kind takes is refused', () => {
  expect(() => refuseMeaningless('a.yaml', { changePackage: true, collisionProtection: 'None' }, ['objects', 'revision'])).not.toThrow();
  expect(() => refuseMeaningless('a.yaml', { set: ['a=b'] }, ['objects', 'revision']))
    .toThrow('a.yaml is neither a bundle nor a project, so --set has nothing to configure.');
});
