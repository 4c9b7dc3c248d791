/** What a revision changed, in a line. Pure. */
import type { ObjectRef } from '../../../api';
import type { HistoryEntry } from '../../../runtime';
import { counted } from '../terminal/table';

/** So many objects are named; more are counted. */
const NAMED = 3;

/** @param before the entry of the revision before it on record */
export function changesLine({ record, objects, changes }: HistoryEntry, before: HistoryEntry | undefined): string {
  const [from, to] = [before?.record.version, record.version];
  const version = before === undefined || from === to ? [] : [`${from ?? 'no version'} → ${to ?? 'no version'}`];
  if (changes === undefined && record.number === 1 && objects !== undefined) return counted(objects, 'object');
  if (changes === undefined) return version[0] ?? '-';
  const { added, changed, removed } = changes;
  const kinds = [['+', added, 'added'], ['~', changed, 'changed'], ['-', removed, 'removed']] as const;
  const total = added.length + changed.length + removed.length;
  if (total === 0) return [...version, 'the same objects'].join('; ');
  const texts = total <= NAMED
    ? kinds.flatMap(([sign, refs]) => refs.map((ref) => `${sign}${nameOf(ref)}`)).join(' ')
    : kinds.filter(([, refs]) => refs.length > 0).map(([, refs, word]) => `${refs.length} ${word}`).join(', ');
  return [...version, texts].join('; ');
}

function nameOf({ kind, name }: ObjectRef): string {
  return `${kind}/${name}`;
}
