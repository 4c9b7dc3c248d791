import { Deadline } from '../../../../lib/engine/run/deadline';

const DAY = 24 * 60 * 60 * 1_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a deadline further away than a timer of Node can hold passes when it should', () => {
  const passed = jest.fn();
  new Deadline().set(60 * DAY, passed);
  jest.advanceTimersByTime(60 * DAY - 1);
  expect(passed).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(passed).toHaveBeenCalledTimes(1);
});

test('a new deadline replaces the one before', () => {
  const [first, second] = [jest.fn(), jest.fn()];
  const deadline = new Deadline();
  deadline.set(100, first);
  deadline.set(200, second);
  jest.advanceTimersByTime(1_000);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('a cleared deadline never passes', () => {
  const passed = jest.fn();
  const deadline = new Deadline();
  deadline.set(60 * DAY, passed);
  deadline.clear();
  jest.advanceTimersByTime(100 * DAY);
  expect(passed).not.toHaveBeenCalled();
});
