/** Why a change of a catalog is not made, and what would help. */
import { BoxcutterError } from '../../errors';
import { nearest } from '../../schema';

/** Names that are listed in a hint; of more the number is said. */
const LISTED = 8;

/** @returns `catalog-edit` (input) */
export function refused(message: string, hint: string): BoxcutterError {
  return new BoxcutterError('catalog-edit', 'input', `${message} Nothing was written.`, { hint });
}

/** What was named is not there: the name that is probably meant, or those that there are. */
export function notThere(message: string, name: string, names: readonly string[], none: string): BoxcutterError {
  const near = nearest(name, names);
  if (near !== undefined) return refused(message, `Did you mean ${near}?`);
  if (names.length === 0) return refused(message, none);
  const more = names.length - LISTED;
  return refused(message, `There is ${names.slice(0, LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`);
}
