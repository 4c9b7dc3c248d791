import { defined } from '../../defined';
import { extensionHistory, type HistoryEntry } from '../../runtime';
import type { Approval, RevisionRecord } from '../../state';
import type { HistoryArgs } from '../commands/history';
import { commandFor } from '../command-line/command-for';
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
    const none = `There is no revision on record. Why: ${commandFor('status', extension, place)}`;
    printLines(entries.length === 0 ? [none] : historyLines(entries));
    return 0;
  });
}

function historyLines(entries: readonly HistoryEntry[]): readonly string[] {
  const isApproved = entries.some(({ approval }) => approval !== undefined);
  const rows = entries.map((entry, index) => {
    const { approval, record: { number, version = '-', at, digest, by = '-' } } = entry;
    const content = digest.replace('sha256:', '').slice(0, 12);
    return [
      String(number), version, statusOf(entry.record, index === 0), `${age(at)} ago`, by,
      ...(isApproved ? [approval === undefined ? '-' : approvalText(approval)] : []), content, changesLine(entry, entries[index + 1]),
    ];
  });
  return table(['REVISION', 'VERSION', 'STATUS', 'APPLIED', 'BY', ...(isApproved ? ['APPROVED BY'] : []), 'CONTENT', 'CHANGES'], rows);
}

function approvalText({ at, user, manager }: Approval): string {
  const who = user ?? (manager === undefined ? 'somebody' : `somebody with ${manager}`);
  return `${who}, ${age(at)} ago`;
}

function statusOf({ completeAt, rollbackOf }: RevisionRecord, isNewest: boolean): string {
  const status = completeAt === undefined ? 'incomplete' : isNewest ? 'current' : 'superseded';
  return rollbackOf === undefined ? status : `${status}, content of ${rollbackOf}`;
}

function revisionEntry({ record, approval, objects, changes }: HistoryEntry): Record<string, unknown> {
  const { number, version, digest, at, completeAt, rollbackOf, by, source, bundle } = record;
  const { added = [], changed = [], removed = [] } = changes ?? {};
  const named = changes && { added: added.map(placeOf), changed: changed.map(placeOf), removed: removed.map(placeOf) };
  const { at: approvedAt, ...approvedBy } = approval ?? {};
  const approved = { approvedAt, approvedBy: approval && approvedBy };
  const more = { by, ...approved, source, bundle: bundle && bundleDocument(bundle), objects, changes: named };
  return { number, version, digest, appliedAt: at, completeAt, rollbackOf, ...defined(more) };
}
