/** What all ways of taking over share: the plan, or the run with its output, after what is taken over was said. */
import { type Keeper, planTakeOver, takeOver, type Taking } from '../../../adoption';
import { displayName } from '../../../api';
import { defined } from '../../../defined';
import type { Outcome } from '../../../runtime';
import type { Words, ValuesOf } from '../../commands/command';
import type { taking as options } from '../../commands/adopt/options';
import { wordsFor } from '../../command-line/hints';
import { takingDocument, takingLines } from '../../output/adoption';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { printLines } from '../../output/terminal/sink';
import { operate } from '../operation/operate';
import { showPlan } from '../operation/show-plan';
import { trustOptions } from '../operation/trust-options';
import type { Session } from '../../session';

export const ADOPT_SCHEMA = 'boxcutter.adopt/v1';

export type TakeOverArgs = ValuesOf<typeof options>;

export interface TakingOver {
  readonly subcommand: Words;
  readonly taking: Taking;
  readonly stateNamespace: string;
  readonly startedMs: number;
  /** Before the first write. */
  readonly beforeWrites?: () => Promise<void>;
  /** When the record has everything, and before the first object is written. */
  readonly onRecord?: () => Promise<void>;
  /** Controllers of others run an extension of this name. @default such an extension is refused */
  readonly fromControllers?: boolean;
  /** What it is made of, for programs. */
  readonly from: object;
  /** Said of that in a plan, in lines. @default nothing */
  readonly said?: readonly string[];
}

/** Beside a plan: what is refused in a run. */
export function tellKeepers(keepers: readonly Keeper[]): void {
  for (const { ref, stop } of keepers) note(`${displayName(ref)} would apply them again. Stop it first: ${stop}`);
}

/** Shows what is taken over, and its plan. */
export async function planOf(
  args: TakeOverArgs, session: Session, { subcommand, taking, stateNamespace, startedMs, from, said = [] }: TakingOver,
): Promise<number> {
  const { cluster, signal } = session;
  const { output } = args;
  if (!isDocument(output)) printLines([...takingLines(taking), ...said, '']);
  const planned = await planTakeOver(taking, {
    cluster, signal, stateNamespace, onNote: note, words: wordsFor(subcommand, args), ...trustOptions(args),
  });
  let plan: object | undefined;
  const code = await showPlan(planned, session, {
    output, full: false, startedMs, words: wordsFor(subcommand, args), onDocument: (document) => void (plan = document),
  });
  if (isDocument(output)) {
    const { extension } = taking.revision;
    await printDocument({ schema: ADOPT_SCHEMA, extension, from, taking: takingDocument(taking), plan }, output);
  }
  return code;
}

/** Takes over; gives the exit code and what happened. */
export async function takeOverWith(
  args: TakeOverArgs, session: Session,
  { subcommand, taking, stateNamespace, startedMs, beforeWrites, onRecord, fromControllers, from }: TakingOver,
): Promise<{ readonly code: number; readonly outcome: Outcome | undefined }> {
  const { extension } = taking.revision;
  const { output } = args;
  if (!isDocument(output)) for (const line of takingLines(taking)) note(line);
  let outcome: Outcome | undefined;
  let document: object | undefined;
  const code = await operate({ ...operating(args), stateNamespace }, session, {
    subcommand,
    title: `Adopting ${extension}`,
    startedMs,
    run: async (given) => {
      const { deleteData: _deleteData, orphan: _orphan, ...write } = given;
      return takeOver(taking, { ...write, ...defined({ beforeWrites, onRecord, fromControllers }) });
    },
    onOutcome: (found) => void (outcome = found),
    onDocument: (found) => void (document = found),
  });
  if (isDocument(output)) {
    await printDocument({ schema: ADOPT_SCHEMA, extension, from, taking: takingDocument(taking), outcome: document }, output);
  }
  return { code, outcome };
}

/** As an operation takes them: nothing that is taken over is waited for or deleted. */
export function operating<A extends TakeOverArgs>(args: A) {
  return { ...args, wait: true, dryRun: false, deleteData: false, orphan: true } as const;
}
