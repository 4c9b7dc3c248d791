/**
 * Rebuilding the record of an extension: the objects themselves carry, in their owners annotation, whose they are.
 */
import { displayName, refOf, type ObjectRef } from '../../api';
import type { InventoryEntry } from '../../engine';
import { BoxcutterError, type HintWords } from '../../errors';
import {
  changeUnlocked, createHead, namedOfControllers, readHead, sealedFormerUids, sealsOf, trustedFormerUids, type StoredHead,
} from '../../state';
import type { OperationOptions } from '../options';
import { refuseControlled } from '../operations/run-by-controllers';
import { findMarked } from './marked-objects';
import { recoveryOf, type Recovery } from './recovery';
import { remark } from './remark';

export interface RecoverOptions extends OperationOptions {
  /** Find out what would be taken over, and write nothing. @default false */
  readonly dryRun?: boolean;
  /** Take over also what only carries the mark of the extension, without a trace that the extension wrote it. @default false */
  readonly marked?: boolean;
  /** Break an expired lock of a record that is there. @default false */
  readonly breakLock?: boolean;
}

export interface Recovered {
  /** What is taken over, as it is on record now. */
  readonly objects: readonly InventoryEntry[];
  /** What carries the mark, but was not written by the extension, like copies. It was left alone; `marked` takes it over, too. */
  readonly copies: readonly ObjectRef[];
  /** Uids of the lost heads that the objects named. */
  readonly formerUids: readonly string[];
  /** Nothing was written. */
  readonly dryRun: boolean;
}

/**
 * Finds every object of the extension that names a head which is not there, puts them on record, and names the new head in each of them:
 * after the head was lost, and on a cluster that a backup brought back with new uids. The next apply brings content and record together.
 * @throws BoxcutterError category `input`: `recover-needless` when the record is there and nothing names another, `recover-nothing` when no
 *   object of the extension is; category `locked` when another run has the record
 */
export async function recoverExtension(extension: string, options: RecoverOptions): Promise<Recovered> {
  const { cluster, stateNamespace, dryRun = false, marked = false, breakLock = false, onNote } = options;
  const stored = namedOfControllers(extension) === undefined ? await readHead(cluster, extension, stateNamespace) : undefined;
  if (stored === undefined) await refuseControlled(extension, 'recover', options);
  const found = await findMarked(extension, options);
  // Lists that were broken off look like kinds without objects of ours: a record made from them would be wrong.
  if (options.signal?.aborted === true) {
    throw new BoxcutterError('interrupted', 'interrupted', 'Interrupted before every kind was looked at; nothing was changed.');
  }
  const seals = sealsOf(cluster, options.stateKey);
  // A head cannot vouch for itself: former uids without a seal are found again from the objects, or not at all.
  const known = (await trustedFormerUids(stored, seals)).uids;
  const recovery = recoveryOf(found.objects, stored, known, marked);
  if (recovery.objects.length === 0) throw nothingToRecover(extension, stored, recovery, found.unseen, options);
  if (!dryRun) {
    const { inventory, formerUids } = recovery;
    const former = await sealedFormerUids(extension, stateNamespace, [...known, ...formerUids], seals);
    const head = stored === undefined
      ? await createHead(cluster, { extension, revisions: [], inventory, ...former }, stateNamespace)
      : await changeUnlocked({
        cluster,
        extension,
        breakLock,
        onNote,
        signal: options.signal,
      }, stored, (before) => ({ ...before, inventory, ...former }));
    for (const object of recovery.objects) {
      if (await remark(object, head, cluster)) continue;
      onNote?.(`${displayName(refOf(object))} could not be marked; the next apply takes it over.`);
    }
  }
  return resultOf(recovery, dryRun);
}

function resultOf({ objects, copies, formerUids, inventory }: Recovery, dryRun: boolean): Recovered {
  const uids = new Set(objects.map(({ metadata }) => metadata.uid));
  return { objects: inventory.filter(({ uid }) => uids.has(uid)), copies: copies.map(refOf), formerUids, dryRun };
}

function nothingToRecover(
  extension: string,
  stored: StoredHead | undefined,
  { copies }: Recovery,
  unseen: boolean,
  { stateNamespace }: RecoverOptions,
): BoxcutterError {
  const [copy] = copies;
  const more = copies.length > 1 ? ', …' : '';
  const left = copy === undefined
    ? ''
    : ` Objects that carry its mark, but were not written by it: ${copies.length} (${displayName(refOf(copy))}${more}).`;
  if (stored !== undefined) {
    const there = `The state of extension "${extension}" exists in namespace ${stateNamespace}; nothing was changed.`;
    return new BoxcutterError('recover-needless', 'input', `${there}${left}`, { hint: copy === undefined ? undefined : takeAll });
  }
  const where = unseen ? 'that could be looked at' : 'on the cluster';
  const none = `No object ${where} belongs to an extension "${extension}" with its state in namespace ${stateNamespace}.${left}`;
  if (copy !== undefined) return new BoxcutterError('recover-nothing', 'input', none, { hint: takeAll });
  return new BoxcutterError('recover-nothing', 'input', none, {
    hint: ({ option }) =>
      `Check the name and ${option('stateNamespace')}${unseen ? ', or recover with the permission to list more' : ''}.`,
  });
}

const takeAll = ({ option }: HintWords): string =>
  `If they belong to the extension nevertheless (restored from a backup), use ${option('marked', true)}.`;
