import { formatAge, type Pause } from '../../state';
import { oneLine } from '../../plain-text';

/** `paused by ada@host 2 h ago (release freeze)`. */
export function describePause({ since, by, reason }: Pause, now: Date = new Date()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1000));
  return `paused by ${by} ${formatAge(seconds)} ago${reason === undefined ? '' : ` (${oneLine(reason)})`}`;
}
