import { Testing } from 'cdk8s';
import { shop } from './shop';

test('the revision', () => {
  expect(Testing.synth(shop(Testing.app()))).toMatchSnapshot();
});

test('the number of replicas is left to the autoscaler, and nothing else', () => {
  const { compiled, findings } = shop(Testing.app()).compiled;
  const rules = compiled?.resolved.phases.flatMap(({ objects }) => objects.flatMap(({ object: { kind, metadata } }) => {
    const rule = metadata.annotations?.['olm.operatorframework.io/ignore'];
    return rule === undefined ? [] : [[kind, rule]];
  }));
  expect(rules).toEqual([['Deployment', '/spec/replicas']]);
  expect(findings).toEqual([]);
});
