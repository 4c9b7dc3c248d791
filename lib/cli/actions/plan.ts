import { shellWord } from '../../shell-word';
import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import type { Plan } from '../../runtime';
import { planWords, type PlanArgs } from '../commands/plan';
import { readRevisions } from '../../source';
import { makePlan } from './operation/make-plan';
import { showPlan } from './operation/show-plan';
import { connected, stateNamespace, type Connection, type Session } from '../session';
import { EXIT } from '../exit';
import { parseDuration } from '../command-line/duration';
import { rolloutSurroundings } from '../surroundings';
import { clusterMarks, refuseOtherCluster } from './saved/cluster-id';
import { decidedOptions, refuseDecided } from './saved/frozen';
import { frozenOptions } from './saved/kept-options';
import { isSavedPlan, readSavedPlan, refuseForeign, writeSavedPlan, type SavedPlan } from './saved/saved-plan';
import { note } from '../output/note';

/** Exit code 10: there are changes; 0: there are none; otherwise as apply would end. */
export function plan(args: PlanArgs): Promise<number> {
  if (!isSavedPlan(args.path)) return connected(args, (connection) => planOver(connection, args));
  const saved = readSavedPlan(args.path);
  refuseDecided(args, saved, planWords);
  note([`${args.path} was made ${saved.madeAt}`, ...decidedOptions(saved, planWords)].join(' '));
  const planned = { ...args, ...saved.options, stateNamespace: saved.stateNamespace, name: saved.revision.extension };
  return connected(planned, (connection) => showSaved(connection, planned, saved));
}

/** What a saved plan would do by now. Exit code 5 where that is something else than it says: `apply` would refuse it. */
function showSaved(connection: Connection, args: PlanArgs, saved: SavedPlan): Promise<number> {
  const startedMs = performance.now();
  return connection.session(parseDuration(args.timeout, '--timeout'), async (session) => {
    await refuseOtherCluster(args.path, saved, session.cluster, note);
    const now = await makePlan(saved.revision, args, session);
    const exit = await showPlan(now, session, { ...args, startedMs });
    if (now.digest === saved.digest || (exit !== EXIT.done && exit !== EXIT.changes)) return exit;
    note(`The cluster has changed since ${args.path} was made: it would do something else by now, so an apply refuses it.`);
    return EXIT.locked;
  });
}

async function planOver(connection: Connection, args: PlanArgs): Promise<number> {
  const startedMs = performance.now();
  const timeoutMs = parseDuration(args.timeout, '--timeout');
  if (args.out !== undefined) refuseForeign(args.out);
  const read = await readRevisions([args.path, ...(args.more ?? [])], args, rolloutSurroundings(connection, args, timeoutMs, false));
  const [first, ...others] = read;
  if (first === undefined) return EXIT.done;
  if (others.length > 0) {
    const { planSeveral } = await import('./several/plan.js');
    return planSeveral(read.map((each) => each.resolved), args, connection, timeoutMs);
  }
  const { resolved } = first;
  return connection.session(timeoutMs, async (session) => {
    const planned = await makePlan(resolved, args, session);
    const exit = await showPlan(planned, session, { ...args, startedMs, ...defined({ hooksNotRun: resolved.hooksNotRun }) });
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
  if (exit !== EXIT.done && exit !== EXIT.changes) return note(`The plan was not saved to ${file}: it cannot be carried out as it is.`);
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
