/** A plan as output and exit code. */
import type { HookNotRun } from '../../../api';
import { defined } from '../../../defined';
import type { HintWords } from '../../../errors';
import type { Plan } from '../../../runtime';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { planDocument } from '../../output/plan/document';
import { renderPlan } from '../../output/plan/plan';
import { isDocument, printDocument, type OutputFormat } from '../../output/print';
import { countRequests, formatDuration } from '../../output/run/summary';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import type { Session } from '../../session';

interface ShowOptions {
  readonly output: OutputFormat;
  readonly full: boolean;
  readonly startedMs: number;
  readonly hooksNotRun?: readonly HookNotRun[];
  /** How hints name options and other commands. */
  readonly words: HintWords;
  /** Takes the document, which is printed otherwise. */
  readonly onDocument?: (document: object) => void;
}

/** Prints a plan; gives the exit code. */
export async function showPlan(
  planned: Plan, { cluster, ended }: Session, { output, full, startedMs, hooksNotRun, words, onDocument }: ShowOptions,
): Promise<number> {
  const requests = cluster.requests();
  const durationMs = performance.now() - startedMs;
  if (isDocument(output)) {
    const document = planDocument(planned, { full, requests, durationMs, ...defined({ hooksNotRun }) });
    if (onDocument === undefined) await printDocument(document, output);
    else onDocument(document);
  } else {
    printLines(planLines(planned, full, words));
    const last = `nothing was written; ${countRequests(requests)}; ${formatDuration(durationMs)}`;
    printLines([paint(process.stdout).dim(last)]);
  }
  const { exit, remark } = verdict(planned, ended());
  if (remark !== undefined) note(remark);
  return exit;
}

export function planLines(planned: Plan, full: boolean, words: HintWords): readonly string[] {
  const { isTTY, columns } = process.stdout;
  return renderPlan(planned, { paint: paint(process.stdout), full, words, ...(isTTY ? { width: columns } : {}) });
}

const UNFORESEEN = 'The plan is not complete: some answers of the API server come only during an apply, which waits for them.';

/** The exit code, and what has to be said of a plan that is not whole. */
export function verdict(
  planned: Plan,
  ended: ReturnType<Session['ended']>,
): { readonly exit: number; readonly remark?: string } {
  if (ended === 'interrupted' && planned.incomplete !== undefined) {
    return { exit: EXIT.interrupted, remark: 'Interrupted: the plan is not complete.' };
  }
  if (planned.unreachable !== undefined) return { exit: EXIT.failed, remark: `The plan is not complete: ${planned.unreachable}.` };
  if (planned.incomplete !== undefined) return { exit: EXIT.incomplete, remark: 'Out of time: the plan is not complete.' };
  if (planned.otherContent !== undefined) return { exit: EXIT.input };
  if (planned.gated !== undefined) return { exit: EXIT.incomplete };
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

/** Of several plans: what keeps one of them from being carried out; else whether one has changes. */
export function exitOfSeveral(exits: readonly number[]): number {
  const bad = exits.find((exit) => exit !== EXIT.done && exit !== EXIT.changes);
  return bad ?? (exits.includes(EXIT.changes) ? EXIT.changes : EXIT.done);
}
