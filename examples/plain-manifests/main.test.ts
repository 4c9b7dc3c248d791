import { Testing } from 'cdk8s';
import { shop } from './shop';

test('the revision', () => {
  expect(Testing.synth(shop(Testing.app()))).toMatchSnapshot();
});

test('the migration runs before the new version', () => {
  const { compiled } = shop(Testing.app()).compiled;
  expect(compiled?.resolved.phases.map(({ name }) => name)).toEqual(['namespaces', 'configuration', 'migrate', 'infrastructure', 'deploy']);
});
