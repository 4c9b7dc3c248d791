import { secondsToWait } from '../../../lib/net';

const now = Date.parse('2026-01-01T12:00:00Z');

test.each<[string, string | undefined, number | undefined]>([
  ['seconds are seconds', '7', 7],
  ['white space around them means nothing', ' 7 ', 7],
  ['zero asks to come back at once', '0', 0],
  ['a date counts from now', 'Thu, 01 Jan 2026 12:01:30 GMT', 90],
  ['a date that has passed asks for nothing more', 'Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['no header asks for nothing', undefined, undefined],
  ['neither does what is neither', 'soon', undefined],
  ['nor a number of seconds that no number can hold', '9'.repeat(400), undefined],
])('%s', (_, header, seconds) => {
  expect(secondsToWait(header, now)).toBe(seconds);
});
