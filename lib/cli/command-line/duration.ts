/** Durations as options: `90s`, `5m`, `1h30m`. */
import { BoxcutterError } from '../../errors';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** What a timer can count, about 24 days; with more it fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `90s`, `5m`, `1h30m`, or a plain number of seconds.
 * @returns milliseconds
 * @throws BoxcutterError `usage-duration`
 */
export function parseDuration(text: string, option: string): number {
  const milliseconds = millisecondsOf(text, option);
  if (milliseconds <= LONGEST_MS) return milliseconds;
  throw new BoxcutterError('usage-duration', 'input', `${option} ${text} is too long.`, {
    hint: `The longest is ${Math.floor(LONGEST_MS / 3_600_000)}h.`,
  });
}

function millisecondsOf(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const matched = parts.map(([part]) => part).join('');
  if (parts.length === 0 || matched !== text) {
    throw new BoxcutterError('usage-duration', 'input', `${option} ${text} is not a duration.`, {
      hint: 'Write it like 90s, 5m or 1h30m.',
    });
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit as string] ?? 0), 0);
}
