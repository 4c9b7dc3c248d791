import { shellWord } from '../../../shell-word';
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import type { Plan } from '../../../runtime';
import { type PlanArgs, planWords } from '../../commands/plan';
import { readRevisions } from '../../../source';
import { makePlan } from './make-plan';
import { showPlan } from './show-plan';
import { stateNamespace, type Connection, type Session } from '../../session';
import { EXIT } from '../../exit';
import { parseDuration } from '../../command-line/duration';
import { wordsFor } from '../../command-line/hints';
import { rolloutSurroundings } from '../../surroundings';
import { note } from '../../output/note';
import { isSavedPlan, refuseForeign, writeSavedPlan } from '../saved/saved-plan';

/** Shows what an apply would change; gives the exit code. */
export async function planOver(connection: Connection, args: PlanArgs): Promise<number> {
  if (isSavedPlan(args.path)) return (await import('../saved/show.js')).showSavedPlan(connection, args);
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  if (args.out !== undefined) refuseForeign(args.out);
  const read = await readRevisions([args.path, ...(args.more ?? [])], args, rolloutSurroundings(connection, args, timeoutMs, false));
  const [first, ...others] = read;
  if (first === undefined) return EXIT.done;
  if (others.length > 0) {
    const { planSeveral } = await import('../several/plan.js');
    return planSeveral(read.map((each) => each.resolved), args, connection, timeoutMs);
  }
  const { resolved } = first;
  return connection.session(timeoutMs, async (session) => {
    const planned = await makePlan(resolved, args, session);
    const exit = await showPlan(planned, session, {
      ...args, startedMs, words: wordsFor(planWords, args), ...defined({ hooksNotRun: resolved.hooksNotRun }),
    });
    if (args.out !== undefined) await save(args.out, exit, { planned, resolved, args, session });
    return exit;
  });
}

interface ToSave {
  readonly planned: Plan;
  readonly resolved: ResolvedRevision;
  readonly args: PlanArgs;
  readonly session: Session;
}

/** What an apply would refuse, or what was not looked at to its end, is no plan to carry out. */
async function save(file: string, exit: number, { planned, resolved, args, session: { cluster } }: ToSave): Promise<void> {
  if (exit !== EXIT.done && exit !== EXIT.changes) return note(`The plan was not saved to ${file}: it could not be carried out.`);
  const [{ frozenOptions }, { clusterMarks }] = await Promise.all([import('../saved/kept-options.js'), import('../saved/cluster-id.js')]);
  const there = stateNamespace(args, cluster);
  writeSavedPlan(file, {
    madeAt: new Date().toISOString(),
    ...await clusterMarks(there, cluster),
    stateNamespace: there,
    options: frozenOptions(args),
    revision: resolved,
    digest: planned.digest,
  });
  note(`Saved to ${file}, secrets of the content included: boxcutter apply ${shellWord(file)} does exactly this, or refuses.`);
}
