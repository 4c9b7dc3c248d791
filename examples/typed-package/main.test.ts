import { type Chart, Testing } from 'cdk8s';
import type { ConfigInput, Revision } from 'cdk8s-boxcutter';
import { declareBundles } from './bundles';
import { Greeter } from './greeter';

function greeter(version: string, config: ConfigInput<Greeter['configSchema']> = {}): Revision {
  return new Greeter().revision(Testing.app(), 'greeter', { version, namespace: 'greeter-system', config });
}

test.each(['1.0.0', '1.1.0'])('version %s', (version) => {
  expect(Testing.synth(greeter(version))).toMatchSnapshot();
});

test('an upgrade adds one object, changes one and drops one', () => {
  const objects = (version: string): Map<string, string> => {
    const { compiled } = greeter(version).compiled;
    const all = compiled?.resolved.phases.flatMap((phase) => phase.objects.map(({ object }) => object)) ?? [];
    return new Map(all.map((object) => [`${object.kind} ${object.metadata.name}`, JSON.stringify(object)]));
  };
  const [before, after] = [objects('1.0.0'), objects('1.1.0')];
  const kindOf = (key: string): string => key.replace(/ .*/, '');
  expect([...after.keys()].filter((key) => !before.has(key)).map(kindOf)).toEqual(['PodDisruptionBudget']);
  expect([...before.keys()].filter((key) => !after.has(key)).map(kindOf)).toEqual(['ConfigMap']);
  expect([...after].filter(([key, text]) => before.has(key) && before.get(key) !== text).map(([key]) => kindOf(key)))
    .toEqual(['Deployment']);
});

test('a configuration that does not fit is refused', () => {
  // @ts-expect-error -- the compiler knows the keys; what it cannot know, the check of the configuration says
  expect(() => Testing.synth(greeter('1.0.0', { replicas: 11, loglevel: 'debug' }))).toThrow(
    /invalid bundle configuration: unknown key 'loglevel'[^]*invalid value for field 'replicas' must be <= 10 but got 11/,
  );
});

test('its bundles, for OLM and plain', () => {
  const app = Testing.app();
  declareBundles(app, '1.1.0');
  expect(app.charts.map((chart: Chart) => Testing.synth(chart))).toMatchSnapshot();
});
