/** Whether the record of an extension, where there is one, is that of this very adoption, broken off. */
import { keyOf, type ResolvedRevision } from '../../api';
import { BoxcutterError } from '../../errors';
import { type HeadRecord, keysOf } from '../../state';

/**
 * One that was never complete, and names nothing beyond what is taken over: going on with it deletes nothing.
 * @throws BoxcutterError `extension-exists` (input)
 */
export function refuseOtherExtension({ extension, head, inventory }: HeadRecord, revision: ResolvedRevision): void {
  if (head === undefined) return;
  const keys = keysOf(revision);
  const isBegun = head.revisions.every(({ completeAt }) => completeAt === undefined) && inventory.every(({ ref }) => keys.has(keyOf(ref)));
  if (isBegun) return;
  throw new BoxcutterError('extension-exists', 'input', `There is an extension "${extension}" already, and it is made of something else.`, {
    hint: ({ option }) => `Give the adopted one another name: ${option('extension')}.`,
  });
}
