/** What is known of an object, made anew from what was known before. */
import { defined } from '../../../defined';
import type { Absent, Knowledge, Present } from '../state/entry';
import type { ObjectView } from '../view';

/** It is not there. */
export function nothing(known: Knowledge, confirmed: boolean, needsRead: boolean): Absent {
  const { vanishedAt } = known;
  const existed = known.presence === 'present' || (known.presence === 'absent' && known.existed);
  const unseen = known.presence === 'unknown' ? undefined : known.unseen;
  return { presence: 'absent', confirmed, existed, needsRead, ...defined({ vanishedAt, unseen, written: writtenIn(known) }) };
}

export function shown(view: ObjectView, needsRead: boolean, written?: string): Present {
  return { presence: 'present', view, needsRead, ...defined({ written }) };
}

/** Resource version of our last write. */
export function writtenIn(known: Knowledge): string | undefined {
  return known.presence === 'unknown' ? undefined : known.written;
}
