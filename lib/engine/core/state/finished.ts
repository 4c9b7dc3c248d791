/**
 * Jobs that go by themselves some time after they have finished (`ttlSecondsAfterFinished`). That one with the same content was seen to
 * have finished is on record: when it is gone it has done its work, and is not made again.
 */
import type { ProbeVerdict } from '../../../probes';
import { viewIn, type Entry } from './entry';
import type { Item } from './task';

const FINISHED: ProbeVerdict = {
  status: 'pass',
  message: 'finished; Kubernetes deletes it by its ttlSecondsAfterFinished',
  terminal: false,
};

/** It has run with this content. */
export function hasRun({ fades, desired }: Pick<Item, 'fades' | 'desired'>, { record }: Pick<Entry, 'record'>): boolean {
  return fades === true && record?.finished === true && record.desired === desired;
}

/** It has run, and it is surely not there. */
export function isDone(item: Pick<Item, 'fades' | 'desired'>, entry: Pick<Entry, 'record' | 'knowledge'>): boolean {
  const { knowledge } = entry;
  return knowledge.presence === 'absent' && knowledge.confirmed && !knowledge.needsRead && hasRun(item, entry);
}

/** Readiness as last observed, with what was found behind it; undefined: it is not there, or was not looked at. */
export function readyIn(item: Pick<Item, 'fades' | 'desired'> | undefined, entry: Entry): ProbeVerdict | undefined {
  const view = viewIn(entry);
  if (view === undefined) return item !== undefined && isDone(item, entry) ? FINISHED : undefined;
  const { ready, uid, terminating } = view;
  const { diagnosis } = entry;
  if (diagnosis === undefined || diagnosis.uid !== uid || ready.status === 'pass' || terminating) return ready;
  const { text, aside } = diagnosis;
  const said = { ...ready, summary: aside === undefined ? text : `${text}; ${aside}` };
  const { message, terminal } = ready;
  return diagnosis.final && !terminal ? { ...said, status: 'fail', message: `${message}: ${text}`, terminal: true } : said;
}

/** The entry with that on record once it is seen: of the very object that was applied with this content. */
export function noteFinished(item: Pick<Item, 'fades' | 'desired'>, entry: Entry): Entry {
  const { record } = entry;
  if (item.fades !== true || record === undefined || record.finished === true || record.desired !== item.desired) return entry;
  const view = viewIn(entry);
  return view?.finished === true && view.uid === record.uid ? { ...entry, record: { ...record, finished: true } } : entry;
}
