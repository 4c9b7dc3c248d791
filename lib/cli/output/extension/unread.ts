/** That extensions may be missing in a list of those of all namespaces. */
import { counted } from '../terminal/table';

/** Namespaces that are named; more are counted. */
const NAMED = 3;

/** Undefined: nothing is missing. @param looked the namespace that was asked where they could not be listed */
export function unreadNote(unread: readonly string[] | 'unknown', looked: string): string | undefined {
  if (unread === 'unknown') {
    return `Namespaces may not be listed, so extensions with their state elsewhere than in namespace ${looked} are left out.`;
  }
  if (unread.length === 0) return undefined;
  const more = unread.length - NAMED;
  const names = more > 0 ? `${unread.slice(0, NAMED).join(', ')} and ${more} more` : unread.join(', ');
  const what = `The Secrets of ${counted(unread.length, 'namespace')} may not be read (${names})`;
  return `${what}; extensions with their state there are left out.`;
}
