/** What a recovery takes over, and what it leaves, decided from the marked objects and the record that is there. Pure. */
import { keyOf, refOf, type KubeObject } from '../../api';
import { defined } from '../../defined';
import type { InventoryEntry } from '../../engine';
import { isWrittenByUs } from '../../engine/internal';
import { orphanOf, phaseOfKind, STANDARD_PHASES } from '../../revision';
import { ownerContext, type StoredHead } from '../../state';
import type { MarkedObject } from './marked-objects';

export interface Recovery {
  /** What is taken over. */
  readonly objects: readonly KubeObject[];
  /** What only carries the mark: a copy of an object of the extension, or one that a backup brought back. It is left alone. */
  readonly copies: readonly KubeObject[];
  /** Uids of the lost heads that the taken objects name. */
  readonly formerUids: readonly string[];
  /** The inventory with them. */
  readonly inventory: readonly InventoryEntry[];
}

/**
 * The extension wrote what carries an entry of its field manager. What a backup brought back was written by the backup: it is taken over
 * when the record, which came back with it, names it. A record that is there has nothing to do with what names it, or a head that it
 * stands in for already.
 * @param stored the record; undefined: it is lost
 * @param known uids of the heads that the record stands in for
 * @param all take over whatever carries the mark
 */
export function recoveryOf(
  marked: readonly MarkedObject[],
  stored: StoredHead | undefined,
  known: readonly string[],
  all: boolean,
): Recovery {
  const { inventory = [] } = stored?.head ?? {};
  const own = new Set([...known, ...(stored === undefined ? [] : [stored.uid])]);
  const context = ownerContext({ ref: stored?.ref ?? { apiVersion: 'v1', kind: 'Secret', name: '' }, uid: stored?.uid ?? '' });
  const recorded = new Map(inventory.map((entry) => [keyOf(entry.ref), entry]));
  const strays = marked.filter(({ headUid }) => !own.has(headUid));
  const isOurs = ({ object }: MarkedObject): boolean => all || recorded.has(keyOf(refOf(object))) || isWrittenByUs(object, context);
  const taken = strays.filter(isOurs);
  const entries = new Map(taken.map(({ object }) => {
    const key = keyOf(refOf(object));
    return [key, entryOf(object, recorded.get(key))] as const;
  }));
  return {
    objects: taken.map(({ object }) => object),
    copies: strays.filter((stray) => !isOurs(stray)).map(({ object }) => object),
    formerUids: [...new Set(taken.map(({ headUid }) => headUid))],
    inventory: [
      ...inventory.map((entry) => entries.get(keyOf(entry.ref)) ?? entry),
      ...[...entries].filter(([key]) => !recorded.has(key)).map(([, entry]) => entry),
    ],
  };
}

/** What is to live on, lives on: the object says it, and so may the record. */
function entryOf(object: KubeObject, recorded: InventoryEntry | undefined): InventoryEntry {
  const phase = recorded?.phase ?? phaseOfKind(object.apiVersion, object.kind);
  const order = recorded?.order ?? STANDARD_PHASES.indexOf(phaseOfKind(object.apiVersion, object.kind));
  const lives = { ...defined({ orphan: recorded?.orphan }), ...orphanOf(object) };
  return { ref: refOf(object), order, phase, uid: object.metadata.uid ?? '', ...lives };
}
