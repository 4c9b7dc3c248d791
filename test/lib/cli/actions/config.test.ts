/** The table of what can be configured. */
import picocolors from 'picocolors';
import { tableOf } from '../../../../lib/cli/actions/config';

const description = `How the operator ${'watches namespaces and '.repeat(6)}restarts.`;
const keys = [{ key: 'watch', type: 'string', required: false, secret: false, default: 'n'.repeat(50), description }];
const paint = picocolors.createColors(false);

test('in a pipe nothing is cut', () => {
  const [, row] = tableOf(keys, paint, false);
  expect(row).toContain(description);
  expect(row).toContain('n'.repeat(50));
});

test('on a terminal long cells end in an ellipsis', () => {
  const [, row] = tableOf(keys, paint, true);
  expect(row?.endsWith('…')).toBe(true);
  expect(row).not.toContain('n'.repeat(50));
});
