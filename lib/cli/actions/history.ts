import { requireHead } from '../../runtime';
import type { RevisionRecord } from '../../state';
import type { HistoryArgs } from '../commands/history';
import { isDocument, printDocument } from '../output/print';
import { age } from '../output/extension/state-word';
import { table } from '../output/terminal/table';
import { withCluster, stateNamespace } from '../session';
import { printLines } from '../output/terminal/sink';

export const HISTORY_SCHEMA = 'boxcutter.history/v1';

export async function history(args: HistoryArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const { head } = await requireHead(args.extension, { cluster, stateNamespace: stateNamespace(args, cluster) });
    if (isDocument(args.output)) {
      await printDocument({ schema: HISTORY_SCHEMA, extension: head.extension, revisions: head.revisions.map(revisionEntry) }, args.output);
      return 0;
    }
    const rows = head.revisions.map((record, index) => {
      const { number, version = '-', at, digest } = record;
      return [String(number), version, statusOf(record, index === 0), `${age(at)} ago`, digest.replace('sha256:', '').slice(0, 12)];
    });
    printLines(table(['REVISION', 'VERSION', 'STATUS', 'APPLIED', 'CONTENT'], rows));
    return 0;
  });
}

function statusOf({ completeAt, rollbackOf }: RevisionRecord, isNewest: boolean): string {
  const status = completeAt === undefined ? 'incomplete' : isNewest ? 'current' : 'superseded';
  return rollbackOf === undefined ? status : `${status}, content of ${rollbackOf}`;
}

function revisionEntry({ number, version, digest, at, completeAt, rollbackOf }: RevisionRecord): Record<string, unknown> {
  return { number, version, digest, appliedAt: at, completeAt, rollbackOf };
}
