/** The report of an installed extension: its newest revision as it is now, its history, and what the last change was. */
import { isBoxcutterError } from '../../../errors';
import { differingObjects, extensionHistory, installedPair, installedRevision, lookAtExtension } from '../../../runtime';
import { revisionNumber } from '../../command-line/revision-number';
import type { ReportArgs } from '../../commands/installed/report';
import { changesLine } from '../../output/installed/changes-line';
import { patchOf, titleOf } from '../../output/installed/diff';
import { note } from '../../output/note';
import { reportOf } from '../../output/report/content';
import type { ReportData, ReportDifference } from '../../output/report/data';
import { withStates } from '../../output/report/states';
import { paint } from '../../output/terminal/paint';
import { stateNamespace, withCluster } from '../../session';
import { defined } from '../../../defined';
import { whereItIs } from '../operation/find-extension';
import { trustOptions } from '../operation/trust-options';
import { verdict } from '../status';

const LIMIT_MS = 60_000;

/** @throws BoxcutterError as `status`, `history` and `diff` do */
export async function ofInstalled(given: ReportArgs): Promise<ReportData> {
  const [from, to] = [revisionNumber(given.from, '--from'), revisionNumber(given.to, '--to')];
  return withCluster(given, LIMIT_MS, async ({ cluster, signal, ended }) => {
    const args = await whereItIs({ ...given, extension: given.what }, cluster);
    const { extension } = args;
    const namespace = stateNamespace(args, cluster);
    const place = { cluster, stateNamespace: namespace, ...trustOptions(defined({ stateKey: args.stateKey })) };
    const { record, content } = await installedRevision(extension, undefined, place);
    const look = await lookAtExtension(extension, { ...place, signal });
    const entries = await extensionHistory(extension, place);
    const { remark } = verdict(look, ended());
    if (remark !== undefined) note(remark);
    const remarks = remark === undefined ? [] : [remark];
    const about = { source: `the cluster, namespace ${namespace}`, madeAt: new Date().toISOString(), namespace, remarks };
    const difference = await differenceOf(extension, from, to, place);
    return {
      ...withStates(reportOf(content, about), look),
      revision: record.number,
      history: entries.map((entry, index) => ({
        number: entry.record.number, ...defined({ version: entry.record.version }), appliedAt: entry.record.at,
        complete: entry.record.completeAt !== undefined, changes: changesLine(entry, entries[index + 1]),
      })),
      ...defined({ difference }),
    };
  });
}

/** A first revision has nothing before it; that is an error only where a comparison was asked for. */
async function differenceOf(
  extension: string,
  from: number | undefined,
  to: number | undefined,
  place: Parameters<typeof installedPair>[3],
): Promise<ReportDifference | undefined> {
  try {
    const pair = await installedPair(extension, from, to, place);
    const objects = differingObjects(pair.from.content, pair.to.content);
    const lines = objects.map(({ ref, ...sides }) => ({ ref, lines: patchOf(sides, paint({})) }));
    return { from: titleOf(pair.from), to: titleOf(pair.to), objects: lines };
  } catch (error) {
    if (from === undefined && to === undefined && isBoxcutterError(error) && error.code === 'revision-not-kept') return undefined;
    throw error;
  }
}
