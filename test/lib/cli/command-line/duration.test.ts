import { parseDuration } from '../../../../lib/cli/command-line/duration';

test.each([
  ['90s', 90_000], ['5m', 300_000], ['1h30m', 5_400_000], ['1.5s', 1500], ['250ms', 250], ['20', 20_000],
])('the duration %s', (text, milliseconds) => {
  expect(parseDuration(text, '--timeout')).toBe(milliseconds);
});

test.each(['soon', '', '5 m', '5x', '-5s', 'm5', '1h-5m'])('%j is no duration', (text) => {
  expect(() => parseDuration(text, '--timeout')).toThrow(/--timeout .*is not a duration/);
});

test.each(['600h', '36000m', '9'.repeat(400)])('the duration %s is longer than a timer can count', (text) => {
  expect(() => parseDuration(text, '--timeout')).toThrow(/--timeout .* is too long/);
});
