/**
 * From the outcome of an operation to output and exit code.
 */
import { defined } from '../../../defined';
import type { ObjectResult } from '../../../engine';
import type { HintWords } from '../../../errors';
import type { Outcome } from '../../../runtime';
import { EXIT, EXIT_OF_CATEGORY } from '../../exit';
import { outcomeDocument, type OutcomeDocument } from '../../output/run/document';
import { paint } from '../../output/terminal/paint';
import { describePause } from '../../output/pause';
import {
  countActions, countRequests, formatDuration, objectsOf, problems, requestsSince, waiting, type Requests,
} from '../../output/run/summary';
import { isDocument, printDocument, type OutputFormat } from '../../output/print';
import { MOST_ON_TERMINAL, renderTree } from '../../output/run/tree';
import { wrap } from '../../output/terminal/wrap';
import type { Session } from '../../session';
import { printLines } from '../../output/terminal/sink';

export interface FinishOptions {
  readonly command: string;
  /** How hints name its options. */
  readonly words: HintWords;
  readonly output: OutputFormat;
  readonly startedMs: number;
  /** What is said of a complete run without phases. */
  readonly done?: string;
  /** Show the whole tree at the end. */
  readonly tree: boolean;
  /** The command that ends the pause of the extension. */
  readonly resume: string;
  /** The command that says why it is not complete. */
  readonly explain: string;
  /** Requests of what came before over the same connection: they are not counted. @default none */
  readonly before?: Requests;
  /** Takes the document, which is printed otherwise: it is a part of another one, or waits for what follows. */
  readonly onDocument?: (document: OutcomeDocument) => void;
}

export async function finish(outcome: Outcome, session: Session, options: FinishOptions): Promise<number> {
  const requests = requestsSince(session.cluster.requests(), options.before);
  const durationMs = performance.now() - options.startedMs;
  const exit = exitCode(outcome, session);
  if (isDocument(options.output)) {
    const document = outcomeDocument(options.command, outcome, { requests, durationMs });
    if (options.onDocument === undefined) await printDocument(document, options.output);
    else options.onDocument(document);
    return exit;
  }
  const colours = paint(process.stdout);
  const { isTTY, columns } = process.stdout;
  const width = isTTY ? columns : undefined;
  const lines: string[] = [];
  const item = (mark: string, text: string, colour: (text: string) => string): readonly string[] => {
    const [first = '', ...rest] = wrap(text, 4, width, 0);
    return [`  ${colour(mark)} ${first.trimStart()}`, ...rest];
  };
  const height = Number.POSITIVE_INFINITY;
  const whole = { paint: colours, height, full: true, foldUnchanged: true, mostListed: MOST_ON_TERMINAL } as const;
  if (options.tree) lines.push(...renderTree(outcome.result, { ...whole, ...defined({ width }) }));
  const wrapped = (colour: (text: string) => string) => (text: string): readonly string[] => wrap(text, 0, width).map(colour);
  const lineColours = { red: wrapped(colours.red), green: wrapped(colours.green), yellow: wrapped(colours.yellow) };
  lines.push(...headline(outcome, session, lineColours, options));
  const found = problems(outcome, options.words);
  found.forEach(({ text, hint, isInTree }, index) => {
    if (!options.tree || isInTree !== true) lines.push(...item('✗', text, colours.red));
    // What helps with several is said once, below the last of them.
    const isSaidLater = found.slice(index + 1).some((later) => later.hint === hint);
    if (hint !== undefined && !isSaidLater) lines.push(...wrap(hint, 4, width, 0).map(colours.dim));
  });
  // The tree has said it already.
  if (outcome.status === 'incomplete' && !outcome.dryRun && !options.tree) {
    lines.push(...waitingLines(outcome).flatMap((reason) => item('…', reason, colours.yellow)));
  }
  if (isUnexplained(outcome)) lines.push(colours.dim(`  Why, and what to do: ${options.explain}`));
  const counts = countActions(objectsOf(outcome));
  const did = counts === '' ? 'no objects' : `${outcome.dryRun ? 'would be: ' : ''}${counts}`;
  lines.push(...wrap(`${did}; ${countRequests(requests)}; ${formatDuration(durationMs)}`, 0, width).map(colours.dim));
  printLines(lines);
  return exit;
}

/**
 * Objects were written and are not ready: what they wait for is in their Pods and events. Before the first write there is no record to
 * explain.
 */
function isUnexplained({ status, dryRun, unrecorded, result }: Outcome): boolean {
  if (dryRun || unrecorded !== undefined || result.unreachable !== undefined) return false;
  const objects = [...result.phases.flatMap((phase) => phase.objects), ...result.removed];
  const isWritten = ({ action }: ObjectResult): boolean => action !== 'Failed' && action !== 'Collision' && action !== 'Waiting';
  const isUnready = ({ ready }: ObjectResult): boolean => ready !== undefined && ready.status !== 'pass';
  const isUnbegun = (object: ObjectResult): boolean => object.action === 'Waiting' && object.cause.type !== 'being-deleted';
  if (objects.length > 0 && objects.every(isUnbegun)) return false;
  return status === 'incomplete' || (status === 'failed' && objects.some((object) => isWritten(object) && isUnready(object)));
}

/** Reasons to wait that are listed. */
const LISTED = 10;

function waitingLines(outcome: Outcome): readonly string[] {
  const reasons = waiting(outcome);
  return reasons.length <= LISTED ? reasons : [...reasons.slice(0, LISTED), `and ${reasons.length - LISTED} more`];
}

export function exitCode(outcome: Outcome, session: Pick<Session, 'ended'>): number {
  const isPreview = outcome.dryRun && !outcome.paused;
  if (outcome.status === 'complete') return isPreview && !outcome.unchanged ? EXIT.changes : EXIT.done;
  if (session.ended() === 'interrupted') return EXIT.interrupted;
  if (outcome.status === 'failed') return exitOfFailures(objectsOf(outcome));
  if (outcome.unrecorded !== undefined) return EXIT_OF_CATEGORY[outcome.unrecorded.category];
  if (outcome.result.unreachable !== undefined) return EXIT.failed;
  // A dry run that was not looked at to its end says nothing.
  if (session.ended() === 'timeout') return EXIT.incomplete;
  if (isPreview) return objectsOf(outcome).some(isUnforeseen) ? EXIT.incomplete : outcome.unchanged ? EXIT.done : EXIT.changes;
  // Another run holds the extension now.
  return outcome.stopped !== undefined ? EXIT.locked : EXIT.incomplete;
}

function isUnforeseen(object: ObjectResult): boolean {
  return object.action === 'Waiting' && object.cause.type === 'unforeseen';
}

function isKeptForData(object: ObjectResult): boolean {
  return object.action === 'Failed' && object.cause.type === 'kept' && object.cause.code === 'data-loss';
}

/** Data that was kept comes first: it asks for a decision. */
function exitOfFailures(objects: readonly ObjectResult[]): number {
  if (objects.some(isKeptForData)) return EXIT.dataLoss;
  return objects.some(({ action }) => action === 'Collision') ? EXIT.collision : EXIT.failed;
}

/** How a headline is coloured, and broken into lines. */
type Colours = Readonly<Record<'red' | 'green' | 'yellow', (text: string) => readonly string[]>>;

type HeadlineOptions = Pick<FinishOptions, 'done' | 'resume'>;

function headline(outcome: Outcome, session: Session, colours: Colours, { done, resume }: HeadlineOptions): readonly string[] {
  const what = revisionTitle(outcome);
  if (outcome.paused) {
    const by = outcome.pause === undefined ? 'the revision is paused' : describePause(outcome.pause);
    if (outcome.status === 'complete') return colours.green(`${what}: unchanged (${by})`);
    if (outcome.pause === undefined) {
      return colours.yellow(`${what}: ${by}; nothing was written. To roll it out, set spec.lifecycleState to Active.`);
    }
    return colours.yellow(`${what}: ${by}; nothing was written. To roll it out, resume the extension first: ${resume}`);
  }
  if (outcome.dryRun && outcome.status === 'failed') return colours.red(`${what}: would fail`);
  if (outcome.dryRun && session.ended() !== undefined && outcome.status !== 'complete') {
    const why = session.ended() === 'timeout' ? 'out of time' : 'interrupted';
    return colours.yellow(`${what}: ${why} before everything was looked at; nothing was written (dry run)`);
  }
  if (outcome.dryRun) return [`${what}: nothing was written (dry run)`];
  if (outcome.result.deadlineExceeded === true) {
    return colours.red(`${what}: nothing made progress within the progress deadline of the revision`);
  }
  if (outcome.status === 'failed') return colours.red(`${what}: failed${wroteNothing(outcome) ? ', none of its objects was written' : ''}`);
  if (outcome.status === 'complete') {
    if (outcome.result.phases.length === 0) {
      return colours.green(`${outcome.extension}: ${outcome.unchanged ? 'not there' : (done ?? 'deleted')}`);
    }
    return colours.green(outcome.unchanged ? `${what}: unchanged` : `${what}: complete`);
  }
  const { stopped, unrecorded } = outcome;
  // Why it could not be recorded was said when it happened.
  if (unrecorded?.isOnlyCause === true) {
    return colours.red(`${what}: done, but boxcutter could not record it. Run the same command again.`);
  }
  if (outcome.result.unreachable !== undefined) {
    const away = `the API server went away: ${outcome.result.unreachable}`;
    return colours.red(`${what}: ${away}. What was done stays. When the server is back, run the same command again.`);
  }
  const why = whyIncomplete(session.ended(), stopped);
  return colours.yellow(`${what}: ${why}. What was done stays. To continue, run the same command again.`);
}

function whyIncomplete(ended: ReturnType<Session['ended']>, stopped: string | undefined): string {
  if (ended === 'timeout') return 'not complete in time';
  if (ended === 'interrupted') return 'interrupted';
  return stopped === undefined ? 'applied as far as possible without waiting' : `stopped: ${stopped}`;
}

/** `shop revision 4 (version 1.0.0), the content of revision 2`. */
function revisionTitle({ extension, revision, version, rollbackOf }: Outcome): string {
  const number = `${extension} revision ${revision}${version === undefined ? '' : ` (version ${version})`}`;
  return rollbackOf === undefined || rollbackOf === revision ? number : `${number}, the content of revision ${rollbackOf}`;
}

function wroteNothing(outcome: Outcome): boolean {
  const unwritten = new Set<ObjectResult['action']>(['Waiting', 'Failed', 'Collision', 'Unchanged']);
  return objectsOf(outcome).every(({ action }) => unwritten.has(action));
}
