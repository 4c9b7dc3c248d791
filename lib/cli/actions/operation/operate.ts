/**
 * What apply and delete share: their options, live progress, and the outcome as output and exit code.
 */
import { defined } from '../../../defined';
import type { State } from '../../../engine';
import type { HintWords } from '../../../errors';
import type { Outcome, WriteOptions } from '../../../runtime';
import type { ValuesOf, Words } from '../../commands/command';
import type { connection, output, running, statePlace, trusting } from '../../commands/options';
import { isDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import { progressMode, startProgress } from '../../output/run/progress';
import type { Requests } from '../../output/run/summary';
import { stateNamespace, type Session } from '../../session';
import { commandFor } from '../../command-line/command-for';
import { wordsFor } from '../../command-line/hints';
import { finish } from './finish';
import { trustOptions } from './trust-options';

/** What an operation on an extension is given, whatever its subcommand. */
export type OperateArgs = ValuesOf<typeof statePlace & typeof running & typeof trusting & typeof output & typeof connection>;

export interface Operation {
  /** The document has its name. */
  readonly subcommand: Words;
  /** How hints name options and other commands. @default as of the subcommand with these arguments */
  readonly words?: HintWords;
  /** Over the live picture. */
  readonly title: string;
  readonly startedMs: number;
  /** Requests of what came before over the same connection: they are not counted. @default none */
  readonly before?: Requests;
  /** What is said of a complete run without phases. @default 'deleted' */
  readonly done?: string;
  run(options: WriteOptions): Promise<Outcome>;
  /** Called with every state of the run. */
  readonly onState?: (state: State) => void;
  /** Called with what came of it, after it was said. */
  readonly onOutcome?: (outcome: Outcome) => void;
  /** Takes the document instead of having it printed. */
  readonly onDocument?: (document: OutcomeDocument) => void;
}

export async function operate(args: OperateArgs, session: Session, operation: Operation): Promise<number> {
  const { cluster, signal } = session;
  const { words = wordsFor(operation.subcommand, args) } = operation;
  const mode = progressMode(args.progress, isDocument(args.output), process.stderr.isTTY);
  const progress = await startProgress(mode, operation.title);
  let outcome: Outcome;
  try {
    outcome = await operation.run({
      cluster,
      stateNamespace: stateNamespace(args, cluster),
      signal,
      wait: args.wait,
      ...trustOptions(args),
      dryRun: args.dryRun,
      breakLock: args.breakLock,
      deleteData: args.deleteData,
      orphan: args.orphan,
      onProgress: (state) => {
        progress.show(state);
        operation.onState?.(state);
      },
      onNote: (text) => progress.note(text),
      words,
    });
  } finally {
    await progress.end();
  }
  const code = await finish(outcome, session, {
    command: operation.subcommand.name,
    words,
    output: args.output,
    startedMs: operation.startedMs,
    tree: mode === 'tree' || outcome.dryRun,
    resume: commandFor('resume', outcome.extension, args),
    explain: commandFor('explain', outcome.extension, args),
    ...defined({ done: operation.done, onDocument: operation.onDocument, before: operation.before }),
  });
  operation.onOutcome?.(outcome);
  return code;
}
