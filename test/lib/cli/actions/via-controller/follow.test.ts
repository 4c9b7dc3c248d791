/** When a revision that is followed is through, and with which exit code. */
import type { Condition } from '../../../../../lib/api';
import { verdictOf } from '../../../../../lib/cli/actions/via-controller/follow';

const condition = (type: string, status: Condition['status'], reason: string): Condition => (
  { type, status, reason, message: '', lastTransitionTime: '2026-01-01T00:00:00Z' }
);
const succeeded = condition('Succeeded', 'True', 'RolloutSuccess');
const rolledOut = condition('Progressing', 'False', 'RolledOut');

test.each([
  ['it goes on', undefined, [condition('Progressing', 'True', 'RollingOut')]],
  ['nobody has said anything', undefined, []],
  ['an error is tried again', undefined, [condition('Progressing', 'True', 'RolloutError')]],
  ['everything is written, and not ready', undefined, [rolledOut, condition('Available', 'False', 'ProbeFailure')]],
  ['it is through', 0, [succeeded, rolledOut, condition('Available', 'True', 'ProbesSucceeded')]],
  ['it was through once, and does not work now', 3, [succeeded, rolledOut, condition('Available', 'False', 'ProbeFailure')]],
  ['it succeeded once, and another state is being reached', undefined, [succeeded, condition('Progressing', 'True', 'RollingOut')]],
  ['objects are in the way', 4, [condition('Progressing', 'True', 'ObjectCollisions')]],
  ['a person has to act', 1, [condition('Progressing', 'False', 'Blocked')]],
  ['the deadline has passed', 1, [condition('Progressing', 'False', 'ProgressDeadlineExceeded')]],
  ['a newer one has its place', 1, [condition('Progressing', 'False', 'Archived')]],
])('%s: %s', (_, code, conditions) => {
  expect(verdictOf(conditions)).toBe(code);
});
