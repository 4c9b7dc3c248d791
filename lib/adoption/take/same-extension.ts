/** Whether the record of an extension, where there is one, is that of this very adoption, broken off. */
import { keyOf } from '../../api';
import { BoxcutterError } from '../../errors';
import type { Head, HeadRecord } from '../../state';
import type { Taking } from './prepare';

/**
 * One that was never complete, and names nothing beyond what is taken over: going on with it deletes nothing.
 * @throws BoxcutterError `extension-exists` (input)
 */
export function refuseOtherExtension({ extension, head, inventory }: HeadRecord, { named }: Taking): void {
  if (head === undefined) return;
  const keys = new Set(named.map(keyOf));
  if (!wasComplete(head) && inventory.every(({ ref }) => keys.has(keyOf(ref)))) return;
  throw extensionExists(extension);
}

/**
 * The record itself has to say that it was made of the release: the marks of a release are no evidence, for others may write there.
 * @throws BoxcutterError `extension-exists` (input)
 */
export function requireMadeOf({ extension, head }: HeadRecord, release: NonNullable<Head['release']>): void {
  if (head !== undefined && !isMadeOf(head, release)) throw extensionExists(extension);
}

export function isMadeOf({ release }: Head, { name, namespace }: NonNullable<Head['release']>): boolean {
  return release?.name === name && release.namespace === namespace;
}

export function wasComplete({ revisions }: Head): boolean {
  return revisions.some(({ completeAt }) => completeAt !== undefined);
}

function extensionExists(extension: string): BoxcutterError {
  const what = `There is an extension "${extension}" already, and it is made of something else.`;
  return new BoxcutterError('extension-exists', 'input', what, {
    hint: ({ option }) => `Give the adopted one another name: ${option('extension')}.`,
  });
}
