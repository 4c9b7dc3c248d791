import { Testing } from 'cdk8s';
import { BUILD_TIMEOUT, helmProgram } from '../../test/lib/formats/helm/helm';
import { shop } from './shop';

beforeAll(() => {
  process.env['HELM'] = helmProgram();
  // That an unchanged migration does not run again is a warning.
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
}, BUILD_TIMEOUT);

test('the revision', () => {
  expect(Testing.synth(shop(Testing.app()))).toMatchSnapshot();
});

test('definitions first, then the migration, then everything else', () => {
  const { compiled } = shop(Testing.app()).compiled;
  expect(compiled?.resolved.phases.map(({ name }) => name)).toEqual([
    'crds-shop',
    'pre-1-shop',
    'configuration',
    'infrastructure',
    'deploy',
    'resources',
  ]);
});
