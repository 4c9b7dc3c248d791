import { understandHabits } from '../../../../lib/cli/command-line/habits';

test.each<[string, string]>([
  ['help', '--help'],
  ['help apply', 'apply --help'],
  ['version', '--version'],
  ['apply -f dist -n shop', 'apply dist -n shop'],
  ['apply --filename=dist', 'apply dist'],
  ['render -f -', 'render -'],
  ['apply -f one.yaml -f two.yaml -n shop --name both', 'apply one.yaml two.yaml -n shop --name both'],
  ['apply ./chart -f values.yaml -n shop', 'apply ./chart -f values.yaml -n shop'],
  ['plan -n shop -f values.yaml ./chart', 'plan -n shop -f values.yaml ./chart'],
  ['apply - -f values.yaml', 'apply - -f values.yaml'],
  ['delete web -n shop', 'delete web -n shop'],
  ['status -n shop -- web', 'status -n shop web'],
  ['apply -- -', 'apply -'],
  ['status -- --help', 'status -- --help'],
  ['', ''],
])('%p is understood as %p', (words, understood) => {
  expect(understandHabits(words.split(' ').filter((word) => word !== '')).join(' ')).toBe(understood);
});

test.each([
  ['controller', 'controller run'],
  ['controller --watch-selector a=b', 'controller run --watch-selector a=b'],
  ['controller run --log-level debug', 'controller run --log-level debug'],
  ['controller --help', 'controller --help'],
  ['controller runn', 'controller runn'],
  ['cluster', 'cluster'],
])('a group with a subcommand that is meant where none is named: %s', (typed, understood) => {
  expect(understandHabits(typed.split(' '))).toEqual(understood.split(' '));
});
