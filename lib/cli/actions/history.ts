import { defined } from '../../defined';
import { extensionHistory, type HistoryEntry } from '../../runtime';
import type { RevisionRecord } from '../../state';
import type { HistoryArgs } from '../commands/history';
import { bundleDocument } from '../output/installed/bundle';
import { changesLine } from '../output/installed/changes-line';
import { placeOf } from '../output/plan/document';
import { isDocument, printDocument } from '../output/print';
import { age } from '../output/extension/state-word';
import { table } from '../output/terminal/table';
import { withCluster, stateNamespace } from '../session';
import { whereItIs } from './operation/find-extension';
import { printLines } from '../output/terminal/sink';

export const HISTORY_SCHEMA = 'boxcutter.history/v1';

export async function history(args: HistoryArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const { extension } = args;
    const place = await whereItIs(args, cluster);
    const entries = await extensionHistory(extension, { cluster, stateNamespace: stateNamespace(place, cluster) });
    if (isDocument(args.output)) {
      await printDocument({ schema: HISTORY_SCHEMA, extension, revisions: entries.map(revisionEntry) }, args.output);
      return 0;
    }
    const rows = entries.map((entry, index) => {
      const { number, version = '-', at, digest, by = '-' } = entry.record;
      const content = digest.replace('sha256:', '').slice(0, 12);
      return [
        String(number), version, statusOf(entry.record, index === 0), `${age(at)} ago`, by, content, changesLine(entry, entries[index + 1]),
      ];
    });
    printLines(table(['REVISION', 'VERSION', 'STATUS', 'APPLIED', 'BY', 'CONTENT', 'CHANGES'], rows));
    return 0;
  });
}

function statusOf({ completeAt, rollbackOf }: RevisionRecord, isNewest: boolean): string {
  const status = completeAt === undefined ? 'incomplete' : isNewest ? 'current' : 'superseded';
  return rollbackOf === undefined ? status : `${status}, content of ${rollbackOf}`;
}

function revisionEntry({ record, objects, changes }: HistoryEntry): Record<string, unknown> {
  const { number, version, digest, at, completeAt, rollbackOf, by, source, bundle } = record;
  const { added = [], changed = [], removed = [] } = changes ?? {};
  const named = changes && { added: added.map(placeOf), changed: changed.map(placeOf), removed: removed.map(placeOf) };
  const more = { by, source, bundle: bundle && bundleDocument(bundle), objects, changes: named };
  return { number, version, digest, appliedAt: at, completeAt, rollbackOf, ...defined(more) };
}
