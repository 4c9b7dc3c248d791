/**
 * Letting single objects of an extension go: they live on without our mark, and the extension no longer names them.
 */
import { takeAway } from './delete';
import { findNamed } from './named-objects';
import { requireRecord } from './require-record';
import type { Outcome, WriteOptions } from '../options';

export interface OrphanOptions extends Omit<WriteOptions, 'deleteData' | 'orphan' | 'preflight'> {
  /** Decides where a name means objects in several namespaces. */
  readonly namespace?: string;
}

/**
 * Lets the named objects go (see `findNamed` for how). The revision still wants them: its next apply finds them as objects that are not
 * ours, and takes them back only where the collision protection allows it.
 * @throws BoxcutterError category `input` for names that are not objects of the extension: nothing is done then; otherwise as
 *   `deleteExtension`
 */
export async function orphanObjects(extension: string, names: readonly string[], options: OrphanOptions): Promise<Outcome> {
  const record = await requireRecord(extension, options, 'orphan');
  const objects = findNamed(names, record.inventory.map(({ ref }) => ref), options.namespace);
  return takeAway({ intent: 'orphan', number: record.head.revisions[0]?.number ?? 0, objects }, record, options);
}
