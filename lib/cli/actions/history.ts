import { requireHead } from '../../runtime';
import type { RevisionRecord } from '../../state';
import { table } from '../output/table';
import { withCluster, type ExtensionArgs, stateNamespace } from '../session';
import { age } from './list';

export const HISTORY_SCHEMA = 'boxcutter.history/v1';

export async function history(args: ExtensionArgs): Promise<number> {
  return withCluster(args, 60_000, async ({ cluster }) => {
    const { head } = await requireHead(args.extension, { cluster, stateNamespace: stateNamespace(args, cluster) });
    if (args.output === 'json') {
      process.stdout.write(`${JSON.stringify({ schema: HISTORY_SCHEMA, extension: head.extension, revisions: head.revisions.map(revisionEntry) }, null, 2)}\n`);
      return 0;
    }
    const rows = head.revisions.map(({ number, version, at, completeAt, digest }, index) => [
      String(number), version ?? '-', completeAt === undefined ? 'incomplete' : index === 0 ? 'current' : 'superseded', `${age(at)} ago`, digest.replace('sha256:', '').slice(0, 12),
    ]);
    process.stdout.write(`${table(['REVISION', 'VERSION', 'STATUS', 'APPLIED', 'CONTENT'], rows)}\n`);
    return 0;
  });
}

function revisionEntry({ number, version, digest, at, completeAt }: RevisionRecord): Record<string, unknown> {
  return { number, version, digest, appliedAt: at, completeAt };
}
