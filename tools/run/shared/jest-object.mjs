/** `jest` as files of the shared environment (environment.mjs) have it. */
import { createRequire } from 'node:module';

/** Where jest looks for a time limit that a file sets; it goes with the other globals. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

const OF_TIMERS = [
  'advanceTimersByTime', 'advanceTimersByTimeAsync', 'advanceTimersToNextTimer', 'advanceTimersToNextTimerAsync', 'clearAllTimers',
  'getTimerCount', 'now', 'runAllTimers', 'runAllTimersAsync', 'runOnlyPendingTimers', 'runOnlyPendingTimersAsync', 'setSystemTime',
];
const OF_MODULES = ['mock', 'doMock', 'dontMock', 'unmock', 'isolateModules', 'isolateModulesAsync', 'resetModules'];

export function jestObject({ moduleMocker: mocks, fakeTimersModern: timers }, testPath) {
  const chained = (act) => (...args) => {
    act(...args);
    return jest;
  };
  const jest = {
    ...Object.fromEntries(OF_TIMERS.map((name) => [name, timers[name].bind(timers)])),
    ...Object.fromEntries(OF_MODULES.map((name) => [name, refuse(`jest.${name}`)])),
    fn: mocks.fn.bind(mocks),
    spyOn: mocks.spyOn.bind(mocks),
    mocked: (item) => item,
    requireActual: createRequire(testPath),
    setTimeout: chained((milliseconds) => (globalThis[TEST_TIMEOUT] = milliseconds)),
    useFakeTimers: chained((options) => timers.useFakeTimers(options)),
    useRealTimers: chained(() => timers.useRealTimers()),
    clearAllMocks: chained(() => mocks.clearAllMocks()),
    resetAllMocks: chained(() => mocks.resetAllMocks()),
    restoreAllMocks: chained(() => mocks.restoreAllMocks()),
  };
  return jest;
}

/** What would change what files after this one see. */
export function refuse(name) {
  return () => {
    throw new Error(`${name} needs modules that are of this file alone: its first comment has to say "@jest-environment node"`);
  };
}
