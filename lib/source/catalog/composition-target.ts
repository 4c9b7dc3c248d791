/** Where the image of a catalog goes that a composition describes. */
import { isComposition, readComposition } from '../../catalog';
import type { Issue } from '../../issue';
import { openReference } from './reference';

/**
 * `repo:tag` of a composition. Undefined: it names none, or the file is no composition.
 * @param issues what is wrong with the composition
 */
export async function compositionTarget(file: string, issues: Issue[]): Promise<string | undefined> {
  const opened = await openReference(file);
  if (opened.kind !== 'recipe' || !isComposition(opened.document)) return undefined;
  return readComposition(opened.document, { source: opened.file }, issues)?.image;
}
