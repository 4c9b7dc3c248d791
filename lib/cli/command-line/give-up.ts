/** `--give-up`: how long trouble of Pods may last. */
import { BoxcutterError } from '../../errors';
import type { Grace } from '../../runtime';
import { parseDuration } from './duration';

const CAUSES = ['image', 'crash', 'unschedulable', 'deadline'] as const satisfies readonly (keyof Grace)[];

/**
 * `image=90s`, `crash=never`, or `never` for all of them; of several for one cause the last counts.
 * @throws BoxcutterError `usage-give-up`, `usage-duration` (input)
 */
export function parseGiveUp(texts: readonly string[]): Partial<Grace> | 'never' {
  if (texts.includes('never')) return 'never';
  return Object.fromEntries(texts.flatMap((text) => text.split(',')).map((text) => {
    const [name, time] = text.split('=').map((part) => part.trim());
    const cause = CAUSES.find((one) => one === name);
    if (cause === undefined || time === undefined || time === '') {
      throw new BoxcutterError('usage-give-up', 'input', `--give-up ${text} cannot be read.`, {
        hint: `Write CAUSE=TIME or CAUSE=never, where CAUSE is one of ${CAUSES.join(', ')}; or write never alone.`,
      });
    }
    return [cause, time === 'never' ? Number.POSITIVE_INFINITY : parseDuration(time, '--give-up')];
  }));
}
