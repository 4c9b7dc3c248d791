/**
 * From the outcome of an operation to output and exit code.
 */
import type { Outcome } from '../../runtime';
import { EXIT, EXIT_OF_CATEGORY } from '../exit';
import { outcomeDocument } from '../output/document';
import { paint } from '../output/paint';
import { countActions, countRequests, formatDuration, objectsOf, problems, waiting } from '../output/summary';
import { renderTree } from '../output/tree';
import type { Session } from '../session';

export interface FinishOptions {
  readonly command: string;
  readonly output: 'text' | 'json';
  readonly startedMs: number;
  /** Show the whole tree at the end. */
  readonly tree: boolean;
}

export function finish(outcome: Outcome, session: Session, options: FinishOptions): number {
  const requests = session.cluster.requests();
  const durationMs = performance.now() - options.startedMs;
  const exit = exitCode(outcome, session);
  if (options.output === 'json') {
    process.stdout.write(`${JSON.stringify(outcomeDocument(options.command, outcome, requests, durationMs), null, 2)}\n`);
    return exit;
  }
  const colours = paint(process.stdout);
  const lines: string[] = [];
  if (options.tree) lines.push(...renderTree(outcome.result, { paint: colours, height: Number.POSITIVE_INFINITY, full: true }));
  lines.push(headline(outcome, session, colours));
  for (const { text, hint } of problems(outcome)) lines.push(`  ${colours.red('✗')} ${text}${hint === undefined ? '' : `\n    ${colours.dim(hint)}`}`);
  if (outcome.status === 'incomplete' && !outcome.dryRun) lines.push(...waiting(outcome).slice(0, 10).map((reason) => `  ${colours.yellow('…')} ${reason}`));
  const counts = countActions(objectsOf(outcome));
  lines.push(colours.dim(`${counts === '' ? 'no objects' : counts}; ${countRequests(requests)}; ${formatDuration(durationMs)}`));
  process.stdout.write(`${lines.join('\n')}\n`);
  return exit;
}

export function exitCode(outcome: Outcome, session: Pick<Session, 'ended'>): number {
  if (outcome.status === 'complete') return EXIT.done;
  if (session.ended() === 'interrupted') return EXIT.interrupted;
  if (outcome.status === 'failed') return objectsOf(outcome).some(({ action }) => action === 'Collision') ? EXIT.collision : EXIT.failed;
  if (outcome.unrecorded !== undefined) return EXIT_OF_CATEGORY[outcome.unrecorded.category];
  if (outcome.result.unreachable !== undefined) return EXIT.failed;
  // A dry run that was not looked at to its end says nothing.
  if (session.ended() === 'timeout') return EXIT.incomplete;
  if (outcome.dryRun && !outcome.paused) return EXIT.done;
  // Somebody else holds the extension now.
  return outcome.stopped !== undefined ? EXIT.locked : EXIT.incomplete;
}

function headline(outcome: Outcome, session: Session, colours: ReturnType<typeof paint>): string {
  const what = `${outcome.extension} revision ${outcome.revision}${outcome.version === undefined ? '' : ` (version ${outcome.version})`}`;
  if (outcome.paused) return colours.yellow(`${what}: paused, nothing was written. Resume it to apply this.`);
  if (outcome.dryRun && outcome.status === 'failed') return colours.red(`${what}: would fail`);
  if (outcome.dryRun && session.ended() !== undefined && outcome.status !== 'complete') {
    return colours.yellow(`${what}: ${session.ended() === 'timeout' ? 'out of time' : 'interrupted'} before everything was looked at; nothing was written (dry run)`);
  }
  if (outcome.dryRun) return `${what}: nothing was written (dry run)`;
  if (outcome.status === 'failed') return colours.red(`${what}: failed${wroteNothing(outcome) ? ', no object was written' : ''}`);
  if (outcome.status === 'complete') {
    return colours.green(outcome.unchanged ? `${what}: unchanged` : outcome.result.phases.length === 0 ? `${outcome.extension}: deleted` : `${what}: complete`);
  }
  const { stopped, unrecorded } = outcome;
  // Nothing else kept it from being complete; why, was said when it happened.
  if (unrecorded !== undefined && stopped === unrecorded.message) return colours.red(`${what}: done, but that could not be put on record. Run the same command again.`);
  const ended = session.ended();
  if (outcome.result.unreachable !== undefined) {
    return colours.red(`${what}: the API server went away: ${outcome.result.unreachable}. What is done stays; run the same command again once it is back.`);
  }
  const why = ended === 'timeout' ? 'not complete in time' : ended === 'interrupted' ? 'interrupted' : outcome.stopped !== undefined ? `stopped: ${outcome.stopped}` : 'applied as far as it can be without waiting';
  return colours.yellow(`${what}: ${why}. What is done stays; run the same command again to go on.`);
}

function wroteNothing(outcome: Outcome): boolean {
  return objectsOf(outcome).every(({ action }) => action === 'Waiting' || action === 'Failed' || action === 'Collision' || action === 'Unchanged');
}
