import { Testing } from 'cdk8s';
import { guestbook } from './guestbook';

test('the revision', () => {
  expect(Testing.synth(guestbook(Testing.app()))).toMatchSnapshot();
});

test('the first guestbook waits for the operator', () => {
  const { compiled } = guestbook(Testing.app()).compiled;
  expect(compiled?.resolved.phases.map(({ name }) => name)).toEqual([
    'namespaces',
    'identity',
    'crds',
    'roles',
    'bindings',
    'deploy',
    'guestbooks',
  ]);
});

test('a configuration that the operator does not have is refused', () => {
  const revision = guestbook(Testing.app(), { watchNamespace: 'Not A Namespace' });
  expect(() => Testing.synth(revision)).toThrow("invalid value for field 'watchNamespace'");
});
