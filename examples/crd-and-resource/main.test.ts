import { Testing } from 'cdk8s';
import { backup } from './backup';

test('the revision', () => {
  expect(Testing.synth(backup(Testing.app()))).toMatchSnapshot();
});

test('the CRD comes before its resource', () => {
  const phases = backup(Testing.app()).compiled.compiled?.resolved.phases.map(({ objects }) => objects.map(({ object }) => object.kind));
  expect(phases).toEqual([['Namespace'], ['CustomResourceDefinition'], ['Schedule']]);
});
