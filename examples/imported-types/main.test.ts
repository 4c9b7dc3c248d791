import { Chart, Testing } from 'cdk8s';
import { Light } from './imports/lights.example.com/light';
import { lights } from './lights';

test('the revision', () => {
  expect(Testing.synth(lights(Testing.app()))).toMatchSnapshot();
});

test('nothing is left to be said about it', () => {
  expect(lights(Testing.app()).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a light in a chart of its own keeps what it is given, null included', () => {
  const chart = new Chart(Testing.app(), 'chart', { namespace: 'house' });
  new Light(chart, 'lamp', { metadata: { name: 'lamp' }, spec: { room: 'attic', colour: 'cold', until: null } });
  expect(Testing.synth(chart)).toEqual([Light.manifest({
    metadata: { name: 'lamp', namespace: 'house' },
    spec: { room: 'attic', colour: 'cold', until: null },
  })]);
});
