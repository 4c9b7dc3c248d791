/** `--atomic`: what follows a rollout that failed. */
import { BoxcutterError, type HintWords, isBoxcutterError } from '../../../errors';
import { isToUndo, undo, type Outcome, type RefusalOptions, type WriteOptions } from '../../../runtime';
import type { Words } from '../../commands/command';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import type { OutcomeDocument } from '../../output/run/document';
import type { Connection } from '../../session';
import { operate, type OperateArgs } from './operate';

export interface GoBackArgs extends OperateArgs {
  readonly atomic: boolean;
  readonly onFailure?: string | undefined;
}

/** @throws BoxcutterError `usage-atomic` (input) when what is asked for contradicts itself */
export function goesBack({ atomic, onFailure, wait }: Pick<GoBackArgs, 'atomic' | 'onFailure' | 'wait'>): boolean {
  if (atomic && onFailure === 'stop') {
    throw new BoxcutterError('usage-atomic', 'input', '--atomic goes back after a failure, but --on-failure stop does not.', {
      hint: 'Leave one of them out.',
    });
  }
  const goes = atomic || onFailure === 'rollback';
  if (goes && !wait) {
    const option = atomic ? '--atomic' : '--on-failure rollback';
    throw new BoxcutterError('usage-atomic', 'input', `${option} needs to wait until the rollout ends, but --no-wait does not wait.`, {
      hint: 'Leave one of them out. --timeout limits the wait.',
    });
  }
  return goes;
}

/** The option that the guard would name is for the rollout alone. */
const DATA_HINT = 'The --delete-data of an apply does not count for going back. '
  + 'Give it to boxcutter rollback or, after a first install, to '
  + 'boxcutter delete.';

/** What of a rollout that may be gone back from is known so far. */
export interface Rollout {
  outcome?: Outcome;
  /** Held back, because what follows belongs in it. */
  document?: OutcomeDocument;
}

export interface GoBackContext {
  readonly connection: Connection;
  readonly timeoutMs: number;
  readonly subcommand: Words;
  /** How hints name options and other commands. */
  readonly words: HintWords;
  /** As the rollout was given them. */
  readonly given: RefusalOptions & Pick<WriteOptions, 'giveUp'>;
  /** Takes the document, which is printed otherwise. */
  readonly onDocument?: (document: OutcomeDocument) => void;
}

/**
 * Goes back where something was done, and prints the document that was held back. The exit code stays that of the failure: what was wanted
 * has not come about.
 * @param code of the rollout
 */
export async function goBack(code: number, rollout: Rollout, args: GoBackArgs, context: GoBackContext): Promise<number> {
  const { outcome, document } = rollout;
  const isNeeded = code !== EXIT.done && code !== EXIT.interrupted && outcome !== undefined && isToUndo(outcome);
  let more: Pick<OutcomeDocument, 'goneBack' | 'notGoneBack'> = {};
  try {
    if (isNeeded) more = await goneBack(outcome, args, context);
  } finally {
    if (document !== undefined && isDocument(args.output)) {
      if (context.onDocument === undefined) await printDocument({ ...document, ...more }, args.output);
      else context.onDocument({ ...document, ...more });
    }
  }
  return code;
}

async function goneBack(
  outcome: Outcome, args: GoBackArgs, { connection, timeoutMs, subcommand, words, given }: GoBackContext,
): Promise<Pick<OutcomeDocument, 'goneBack' | 'notGoneBack'>> {
  const startedMs = performance.now();
  let document: OutcomeDocument | undefined;
  try {
    // What may be deleted or let live for the new content is not said for going back: the guards ask anew.
    await connection.session(timeoutMs, (session) => operate({ ...args, deleteData: false, orphan: false }, session, {
      subcommand,
      words,
      before: session.cluster.requests(),
      title: `Going back from ${outcome.extension} revision ${outcome.revision}`,
      startedMs,
      run: (options) => undo(outcome, { ...options, ...given }),
      onDocument: (found) => {
        document = found;
      },
    }));
    return document === undefined ? {} : { goneBack: document };
  } catch (error) {
    if (!isBoxcutterError(error)) throw error;
    const hint = error.code === 'data-loss' ? DATA_HINT : error.hintIn(words);
    const why = [error.message.trimEnd(), hint].filter((text) => text !== undefined).join('\n');
    if (!isDocument(args.output)) note(`Going back: ${why}`);
    return { notGoneBack: why };
  }
}
