/** A revision of an installed extension, as it was put on record: its line of the history, and its content. Writes nothing. */
import type { ResolvedRevision } from '../../api';
import { BoxcutterError } from '../../errors';
import type { RevisionRecord } from '../../state';
import { readableRecord, type ReadableRecord } from '../operations/readable-record';
import { whyNoRevision } from '../operations/run-by-controllers';
import type { OperationOptions } from '../options';

export type InstalledOptions = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState'>;

export interface InstalledRevision {
  readonly record: RevisionRecord;
  readonly content: ResolvedRevision;
}

/** Two revisions of one extension. */
export interface RevisionPair {
  readonly from: InstalledRevision;
  readonly to: InstalledRevision;
}

/**
 * @param number undefined: the newest
 * @throws BoxcutterError `not-found`, `revision-not-kept` (input); `state-*` (server)
 */
export async function installedRevision(
  extension: string, number: number | undefined, options: InstalledOptions,
): Promise<InstalledRevision> {
  const record = await readableRecord(extension, options);
  return revisionOf(record, number ?? newestOf(record));
}

/**
 * @param from undefined: the one on record before `to`
 * @param to undefined: the newest
 * @throws BoxcutterError as `installedRevision`
 */
export async function installedPair(
  extension: string, from: number | undefined, to: number | undefined, options: InstalledOptions,
): Promise<RevisionPair> {
  const record = await readableRecord(extension, options);
  const later = to ?? newestOf(record);
  const earlier = from ?? record.head.revisions.find(({ number }) => number < later)?.number;
  if (earlier === undefined) throw notKept(record, `Extension "${extension}" has no revision on record before ${later}.`);
  return { from: await revisionOf(record, earlier), to: await revisionOf(record, later) };
}

function newestOf(record: ReadableRecord): number {
  const [newest] = record.head.revisions;
  if (newest !== undefined) return newest.number;
  if (record.stored.controlled !== undefined) {
    throw notKept(record, `Extension "${record.extension}" has no revision yet.`, whyNoRevision(record.extension));
  }
  const why = 'was recovered from its objects, so its content is not known until the next apply';
  throw notKept(record, `Extension "${record.extension}" ${why}.`);
}

async function revisionOf(record: ReadableRecord, number: number): Promise<InstalledRevision> {
  const found = record.head.revisions.find((revision) => revision.number === number);
  const { extension } = record;
  if (found === undefined) throw notKept(record, `The record of extension "${extension}" has no revision ${number}.`);
  const content = await record.content(number);
  if (content !== undefined) return { record: found, content };
  throw notKept(record, `The content of revision ${number} of extension "${extension}" is not recorded, or differs from the record.`);
}

function notKept({ head: { revisions } }: ReadableRecord, message: string, advice?: string): BoxcutterError {
  const numbers = revisions.map(({ number }) => number);
  const hint = numbers.length === 0 ? advice : `On record: ${numbers.join(', ')}.`;
  return new BoxcutterError('revision-not-kept', 'input', message, { hint, details: { revisions: numbers } });
}
