import { setFlagsFromString } from 'node:v8';
import { expectShortLife } from '../../../../lib/cli/start/short-life';

/** How V8 is set for a command, and when it is set back. */
jest.mock('node:v8', () => ({ setFlagsFromString: jest.fn() }));

const SHORT = ['--semi-space-growth-factor=1', '--no-opt'];
const DEFAULT = ['--semi-space-growth-factor=2', '--opt'];

function flags(): readonly string[] {
  const { calls } = jest.mocked(setFlagsFromString).mock;
  return calls.splice(0).map(([flag]) => flag);
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a process that goes on gets what V8 does by default', () => {
  expectShortLife();
  expect(flags()).toEqual(SHORT);
  jest.advanceTimersByTime(4_999);
  expect(flags()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(flags()).toEqual(DEFAULT);
});

test('compiled code is kept as of a run that has just begun, however long it was', () => {
  const life = expectShortLife();
  jest.advanceTimersByTime(10_000);
  flags();
  life.renew();
  expect(flags()).toEqual(SHORT);
  expect(jest.getTimerCount()).toBe(0);
});
