/** An approval covers the packages that come along with an upgrade. */
import { unexpected } from '../../../../../lib/controllers/extension/dependencies';

const brought = (...names: readonly string[]) => names.map((packageName) => ({ packageName, version: '1.0.0', needs: [] }));

test('what comes along by now, and did not when it was looked at', () => {
  expect(unexpected(brought('db', 'evil'), ['db'])).toEqual(['evil']);
  expect(unexpected(brought('db'), ['db', 'cache'])).toEqual([]);
});

