/** Rolling out one revision that has been read: what `apply` does once for each. */
import type { ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { type HintWords, isBoxcutterError } from '../../../errors';
import { applyRevision, type BeforeIt, type BegunRecord, fitToServer } from '../../../runtime';
import { applyWords, type ApplyArgs } from '../../commands/apply';
import type { Words } from '../../commands/command';
import { parseGiveUp } from '../../command-line/give-up';
import { wordsFor } from '../../command-line/hints';
import { EXIT } from '../../exit';
import { isDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { note } from '../../output/note';
import { shownPath } from '../../../source/url/shown-path';
import { stateNamespace, type Connection } from '../../session';
import type { ShownPlan } from './confirm';
import { goBack, goesBack, type Rollout } from './go-back';
import { operate } from './operate';
import { refusalOptions } from './refusal-options';
import { refuseOtherCluster } from '../saved/cluster-id';
import type { SavedPlan } from '../saved/saved-plan';

export interface RollOutContext {
  readonly connection: Connection;
  readonly startedMs: number;
  readonly timeoutMs: number;
  /** The plan that is carried out. */
  readonly saved?: SavedPlan;
  /** Another one was rolled out before it over the same connection: its requests are not counted. @default false */
  readonly isFurther?: boolean;
  /** Its record, which is being read. */
  readonly begun?: Promise<BegunRecord | undefined>;
  /** What the user has said yes to. */
  readonly shown?: ShownPlan;
  /** Of a dry run: what is applied before it. */
  readonly earlier?: BeforeIt;
  /** What was applied before it, in the same run. */
  readonly applied?: BeforeIt;
  /** Takes the document, which is printed otherwise. */
  readonly onDocument?: (document: OutcomeDocument) => void;
  /** The document has its name. @default apply */
  readonly subcommand?: Words;
  /** How hints name options and other commands. @default as of the subcommand with these arguments */
  readonly words?: HintWords;
}

export interface RolledOut {
  readonly code: number;
  /** Of the content as it is on the cluster. */
  readonly digest: string;
  /** It failed, and the extension went back, or tried to. */
  readonly wentBack: boolean;
}

export async function rollOut(read: ResolvedRevision, args: ApplyArgs, context: RollOutContext): Promise<RolledOut> {
  const { connection, startedMs, timeoutMs, saved, shown, earlier, applied } = context;
  const { begun, isFurther = false, onDocument, subcommand = applyWords, words = wordsFor(subcommand, args) } = context;
  const refusal = refusalOptions(args);
  const giveUp = parseGiveUp(args.giveUp ?? []);
  const returns = goesBack(args);
  // Who said yes to a plan that shows it has confirmed the name.
  const isGuess = saved === undefined && args.name === undefined && shown?.otherContent === undefined;
  const confirming = shown === undefined ? undefined : await import('./confirm.js');
  const rollout: Rollout = {};
  const report = args.report === undefined ? undefined : new (await import('../report/rollout-report.js')).RolloutReport(args.report);
  const holds = isDocument(args.output) && (returns || onDocument !== undefined);
  const run = (guessedName: boolean) => connection.session(timeoutMs, async (session) => {
    const { namespace, skipUnserved, deleteData, orphan } = args;
    const before = isFurther ? session.cluster.requests() : undefined;
    if (saved !== undefined) await refuseOtherCluster(args.path, saved, session.cluster, note);
    const fitting = { ...defined({ namespace, before: earlier, applied }), skipUnserved, onNote: note };
    const resolved = await fitToServer(read, session.cluster, fitting);
    const exit = await operate(args, session, {
      subcommand,
      words,
      title: `Applying ${resolved.extension}`,
      startedMs,
      ...defined({ before }),
      onOutcome: (found) => {
        rollout.outcome = found;
        report?.write(resolved, found, stateNamespace(args, session.cluster), shownPath(args.path));
      },
      ...(report === undefined ? {} : { onState: (state) => report.recorder.show(state) }),
      ...(holds ? { onDocument: (document) => void (rollout.document = document) } : {}),
      run: (options) => {
        const { cluster, stateNamespace, signal, stateKey, trustState } = options;
        const chosen = { ...refusal, guessedName };
        const planOptions = { cluster, stateNamespace, deleteData, orphan, ...chosen, ...defined({ signal, stateKey, trustState }) };
        const confirm = shown === undefined ? {} : { confirm: async () => confirming?.refuseOtherPlan(shown, resolved, planOptions) };
        const how = { giveUp, preflight: args.dryRun ? 'always' as const : args.preflight, ...defined({ before: earlier, begun }) };
        return applyRevision(resolved, { ...options, ...chosen, ...confirm, ...how });
      },
    });
    return { code: exit, digest: resolved.digest };
  });
  const { code, digest } = await run(isGuess).catch(async (error: unknown) => {
    if (args.dryRun || !isBoxcutterError(error) || error.code !== 'content-differs') throw error;
    const { askDespite } = await import('./ask.js');
    const answer = await askDespite(error, error.hintIn(words), 'Continue nevertheless? [y/N] ', args.output);
    if (answer === undefined) throw error;
    return answer ? run(false) : { code: EXIT.changes, digest: read.digest };
  });
  const given = { connection, timeoutMs, subcommand, words, given: { ...refusal, giveUp }, ...defined({ onDocument }) };
  if (returns) await goBack(code, rollout, args, given);
  else if (rollout.document !== undefined) onDocument?.(rollout.document);
  if (args.open) await report?.open();
  return { code, digest, wentBack: returns && code !== EXIT.done };
}
