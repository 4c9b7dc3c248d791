/** What a saved plan would do by now: for somebody else to look at, before it is carried out. */
import type { PlanArgs } from '../../commands/plan';
import { planWords } from '../../commands/plan';
import { parseDuration } from '../../command-line/duration';
import { wordsFor } from '../../command-line/hints';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import type { Connection } from '../../session';
import { makePlan } from '../operation/make-plan';
import { showPlan } from '../operation/show-plan';
import { refuseOtherCluster } from './cluster-id';
import { decidedOptions, refuseDecided } from './frozen';
import { readSavedPlan } from './saved-plan';

/** Exit code as of a plan; 5 where something else would be done than the plan says: `apply` would refuse it. */
export function showSavedPlan(connection: Connection, given: PlanArgs): Promise<number> {
  const startedMs = performance.now();
  const saved = readSavedPlan(given.path);
  refuseDecided(given, saved, planWords);
  note([`${given.path} was made ${saved.madeAt}`, ...decidedOptions(saved, planWords)].join(' '));
  const args = { ...given, ...saved.options, stateNamespace: saved.stateNamespace, name: saved.revision.extension };
  return connection.session(parseDuration(args.timeout, '--timeout'), async (session) => {
    await refuseOtherCluster(args.path, saved, session.cluster, note);
    const now = await makePlan(saved.revision, args, session);
    const exit = await showPlan(now, session, { ...args, startedMs, words: wordsFor(planWords, args) });
    if (now.digest === saved.digest || (exit !== EXIT.done && exit !== EXIT.changes)) return exit;
    note(`The cluster has changed since ${args.path} was made. The plan would now do something else, so an apply refuses it.`);
    return EXIT.locked;
  });
}
