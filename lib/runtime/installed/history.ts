/** The history of an extension, with what each revision changed. Writes nothing. */
import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import type { Approval, RevisionRecord } from '../../state';
import { readableRecord } from '../operations/readable-record';
import { contentChanges, type ContentChanges } from './content-changes';
import type { InstalledOptions } from './installed-revision';

export interface HistoryEntry {
  readonly record: RevisionRecord;
  /** Of an extension of the controllers: who approved the upgrade. Absent: nobody had to, or it is not known. */
  readonly approval?: Approval;
  /** How many objects it has. Absent: its content is not kept, or may not be read. */
  readonly objects?: number;
  /** Against the revision before it on record. Absent: one of the two contents is not kept, or there is none before. */
  readonly changes?: ContentChanges;
}

/**
 * Newest first. A request for each revision beside that for the record.
 * @throws BoxcutterError `not-found` (input), `state-*` (server) for the record; what cannot be read of a content is left out
 */
export async function extensionHistory(extension: string, options: InstalledOptions): Promise<readonly HistoryEntry[]> {
  const record = await readableRecord(extension, options);
  const { head: { revisions }, stored: { controlled } } = record;
  const contents = await Promise.all(revisions.map(({ number }) => record.content(number).catch(() => undefined)));
  return revisions.map((revision, index) => {
    const [content, before] = [contents[index], contents[index + 1]];
    const changes = content === undefined || before === undefined ? undefined : contentChanges(before, content);
    const approval = controlled?.revisions.find(({ number }) => number === revision.number)?.approval;
    return { record: revision, ...defined({ approval, objects: content && countOf(content), changes }) };
  });
}

function countOf({ phases }: ResolvedRevision): number {
  return phases.reduce((sum, { objects }) => sum + objects.length, 0);
}
