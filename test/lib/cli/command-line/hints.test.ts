/** The library speaks of its options, the command of its own. */
import { BoxcutterError } from '../../../../lib/errors';
import { commandHint } from '../../../../lib/cli/command-line/hints';

const error = (code: string, details = {}): BoxcutterError =>
  new BoxcutterError(code, 'server', 'It went wrong.', { hint: 'Set `anything: true`.', details });

test.each([
  ['data-loss', '--delete-data'],
  ['data-loss-unknown', '--delete-data'],
  ['namespace-missing', '--namespace'],
  ['nothing-to-apply', 'boxcutter delete EXTENSION'],
  ['state-namespace', '--state-namespace default'],
  ['state-unreadable', 'boxcutter recover EXTENSION'],
])('%s: the hint names %s', (code, words) => {
  expect(commandHint(error(code))).toContain(words);
});

test('a lock: an expired one may be taken, any other is waited for first', () => {
  expect(commandHint(error('locked', { expired: true }))).toMatch(/^It has not been heard of .* --take-over\.$/);
  expect(commandHint(error('locked', { expired: false }))).toMatch(/^Wait until it is done\. .* its lock expires 60 s after .* --take-over\.$/);
});

test('any other hint stays as it is, and an error without one gets none', () => {
  expect(commandHint(error('server-failed'))).toBe('Set `anything: true`.');
  expect(commandHint(new BoxcutterError('locked', 'locked', 'It is held.'))).toBeUndefined();
});
