/** Whether the record of an extension, where there is one, is that of this very adoption, broken off. */
import { keyOf, refOf } from '../../api';
import { BoxcutterError } from '../../errors';
import type { Head, HeadRecord } from '../../state';
import type { Taking } from './prepare';

/**
 * One that was never complete, and has nothing beyond what is taken over: going on with it deletes nothing. What is gone, or not its own
 * any more, is not deleted either; a hook is left alone before anybody has looked whose it is.
 * @throws BoxcutterError `extension-exists` (input)
 */
export function refuseOtherExtension(
  { extension, head, inventory }: Pick<HeadRecord, 'extension' | 'head' | 'inventory'>, { seen, leftOut }: Pick<Taking, 'seen' | 'leftOut'>,
): void {
  if (head === undefined) return;
  const others = leftOut.filter(({ reason }) => reason.type !== 'hook').map(({ ref }) => ref);
  const keys = new Set([...seen.map(refOf), ...others].map(keyOf));
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

/**
 * The same of the content that a broken off adoption has left: that has a seal, the head has none. Content comes before the first write of
 * an object, so without one nothing was taken over yet.
 * @throws BoxcutterError `extension-exists` (input), `state-*` (server)
 */
export async function requireContentOf(record: HeadRecord, release: NonNullable<Head['release']>): Promise<void> {
  const [newest] = record.head?.revisions ?? [];
  const content = newest && await record.content(newest.number);
  if (content !== undefined && !isMadeOf(content, release)) throw extensionExists(record.extension);
}

export function isMadeOf({ release }: Pick<Head, 'release'>, { name, namespace }: NonNullable<Head['release']>): boolean {
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
