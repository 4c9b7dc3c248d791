import { understandHabits } from '../../../../lib/cli/command-line/habits';

test.each<[string, string]>([
  ['help', '--help'],
  ['help apply', 'apply --help'],
  ['version', '--version'],
  ['apply -f dist -n shop', 'apply dist -n shop'],
  ['apply --filename=dist', 'apply dist'],
  ['render -f -', 'render -'],
  ['delete web -n shop', 'delete web -n shop'],
  ['', ''],
])('%p is understood as %p', (words, understood) => {
  expect(understandHabits(words.split(' ').filter((word) => word !== '')).join(' ')).toBe(understood);
});
