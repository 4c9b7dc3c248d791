/**
 * Letting single objects of an extension go: they live on without our mark, and the extension no longer names them.
 */
import { keyOf } from '../../api';
import { requireHead, takeAway } from './delete';
import { findNamed } from './named-objects';
import type { Outcome, WriteOptions } from '../options';

export interface OrphanOptions extends Omit<WriteOptions, 'deleteData' | 'orphan' | 'preflight'> {
  /** Decides where a name means objects in several namespaces. */
  readonly namespace?: string;
}

/**
 * Lets the named objects go (see `findNamed` for how). The revision still wants them: its next apply finds them as objects that are not
 * ours, and takes them back only where the collision protection allows it.
 * @throws BoxcutterError category `input` for names that are not objects of the extension: nothing is done then; otherwise as `deleteExtension`
 */
export async function orphanObjects(extension: string, names: readonly string[], options: OrphanOptions): Promise<Outcome> {
  const stored = await requireHead(extension, options);
  const { inventory } = stored.head;
  const named = findNamed(names, inventory.map(({ ref }) => ref), options.namespace);
  const chosen = new Set(named.map(keyOf));
  const others = inventory.filter(({ ref }) => !chosen.has(keyOf(ref)));
  return takeAway(stored, options, {
    purpose: 'orphan',
    entries: inventory.filter(({ ref }) => chosen.has(keyOf(ref))),
    orphan: true,
    begin: (head) => head,
    left: (left) => [...others, ...left],
  });
}
