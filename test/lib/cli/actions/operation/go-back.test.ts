/** Which options ask for going back, and which contradict each other. */
import { goesBack } from '../../../../../lib/cli/actions/operation/go-back';

test.each<[string, Parameters<typeof goesBack>[0], boolean]>([
  ['without an option', { atomic: false, wait: true }, false],
  ['--atomic', { atomic: true, wait: true }, true],
  ['--on-failure rollback', { atomic: false, onFailure: 'rollback', wait: true }, true],
  ['--on-failure stop', { atomic: false, onFailure: 'stop', wait: true }, false],
  ['--no-wait', { atomic: false, wait: false }, false],
])('%s', (_, args, expected) => expect(goesBack(args)).toBe(expected));

test.each<[string, Parameters<typeof goesBack>[0], RegExp]>([
  ['--atomic --no-wait: what is not waited for has not failed', { atomic: true, wait: false }, /^--atomic needs to wait .* --no-wait does not/],
  ['--on-failure rollback --no-wait', { atomic: false, onFailure: 'rollback', wait: false }, /^--on-failure rollback needs to wait/],
  ['--atomic --on-failure stop', { atomic: true, onFailure: 'stop', wait: true }, /^--atomic goes back/],
])('%s', (_, args, message) => {
  expect(() => goesBack(args)).toThrow(expect.objectContaining({ code: 'usage-atomic', category: 'input', message: expect.stringMatching(message) }));
});
