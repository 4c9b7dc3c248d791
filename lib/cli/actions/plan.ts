import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { fitToServer, planRevision, type Plan } from '../../runtime';
import type { PlanArgs } from '../commands/plan';
import { EXIT } from '../exit';
import { readRevision } from '../../source';
import { paint } from '../output/terminal/paint';
import { renderPlan } from '../output/plan/plan';
import { planDocument } from '../output/plan/document';
import { isDocument, printDocument } from '../output/print';
import { countRequests, formatDuration } from '../output/run/summary';
import { refusalOptions, type RefusalArgs } from './operation/refusal-options';
import { trustOptions, type TrustArgs } from './operation/trust-options';
import { connected, stateNamespace, type Connection, type Session } from '../session';
import { parseDuration } from '../command-line/duration';
import { rolloutSurroundings } from '../surroundings';
import { note } from '../output/note';
import { printLines } from '../output/terminal/sink';

/** Exit code 10: there are changes; 0: there are none; otherwise as apply would end. */
export function plan(args: PlanArgs): Promise<number> {
  return connected(args, (connection) => planOver(connection, args));
}

async function planOver(connection: Connection, args: PlanArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  const { resolved } = await readRevision(args.path, args, rolloutSurroundings(connection, args, timeoutMs, false));
  return connection.session(timeoutMs, async (session) => {
    const planned = await makePlan(resolved, args, session);
    const requests = session.cluster.requests();
    const durationMs = performance.now() - startedMs;
    if (isDocument(args.output)) {
      const facts = { full: args.full, requests, durationMs, ...defined({ hooksNotRun: resolved.hooksNotRun }) };
      await printDocument(planDocument(planned, facts), args.output);
    } else {
      printLines(planLines(planned, args.full));
      const last = `nothing was written; ${countRequests(requests)}; ${formatDuration(durationMs)}`;
      printLines([paint(process.stdout).dim(last)]);
    }
    const { exit, remark } = verdict(planned, session.ended());
    if (remark !== undefined) note(remark);
    return exit;
  });
}

/** The plan of a revision on this cluster. */
export async function makePlan(
  revision: ResolvedRevision,
  args: Pick<PlanArgs, 'namespace' | 'stateNamespace' | 'skipUnserved' | 'deleteData' | 'orphan'> & RefusalArgs & TrustArgs,
  { cluster, signal }: Session,
): Promise<Plan> {
  const { namespace, skipUnserved, deleteData, orphan } = args;
  const refusal = refusalOptions(args);
  const resolved = await fitToServer(revision, cluster, { ...defined({ namespace }), skipUnserved, onNote: note });
  const place = { cluster, signal, stateNamespace: stateNamespace(args, cluster), ...trustOptions(args) };
  return planRevision(resolved, { ...place, deleteData, orphan, onNote: note, ...refusal });
}

export function planLines(planned: Plan, full: boolean): readonly string[] {
  const { isTTY, columns } = process.stdout;
  return renderPlan(planned, { paint: paint(process.stdout), full, ...(isTTY ? { width: columns } : {}) });
}

const UNFORESEEN = 'Not everything can be foreseen: an apply would wait until the API server can say it.';

/** The exit code, and what has to be said of a plan that is not whole. */
export function verdict(
  planned: Plan,
  ended: ReturnType<Session['ended']>,
): { readonly exit: number; readonly remark?: string } {
  if (ended === 'interrupted' && planned.incomplete !== undefined) {
    return { exit: EXIT.interrupted, remark: 'Interrupted: not everything was looked at.' };
  }
  if (planned.unreachable !== undefined) return { exit: EXIT.failed, remark: `Not everything could be looked at: ${planned.unreachable}.` };
  if (planned.incomplete !== undefined) return { exit: EXIT.incomplete, remark: 'Out of time: not everything was looked at.' };
  // In the order in which an apply would meet them; a paused one looks no further than its objects.
  if (planned.dataLoss && !planned.paused) return { exit: EXIT.dataLoss };
  const actions = new Set(planned.phases.flatMap(({ objects }) => objects.map(({ action }) => action)));
  if (actions.has('collision')) return { exit: EXIT.collision };
  if (actions.has('refused')) return { exit: EXIT.failed };
  if (planned.crdRefused && !planned.paused) return { exit: EXIT.input };
  if (actions.has('unforeseen')) return { exit: EXIT.incomplete, remark: UNFORESEEN };
  if (!planned.changes) return { exit: EXIT.done };
  return { exit: planned.paused ? EXIT.incomplete : EXIT.changes };
}
