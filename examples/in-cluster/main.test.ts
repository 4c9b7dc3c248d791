import { Testing } from 'cdk8s';
import { platform } from './platform';

test('what the clusters are asked for', () => {
  expect(Testing.synth(platform(Testing.app()))).toMatchSnapshot();
});
