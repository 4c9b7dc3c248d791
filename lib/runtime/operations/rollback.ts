/**
 * Going back to the content of an earlier revision. It becomes a new revision: numbers only grow, and the history says what happened.
 */
import { missedHooks, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError, type HintText } from '../../errors';
import { contentDigest } from '../../revision';
import type { RevisionRecord } from '../../state';
import { planRevision, type Plan, type PlanOptions } from '../plan/plan';
import { applyOver } from './apply';
import { noteHooks } from './hook-notes';
import { withDefinitionsOf } from './keep-definitions';
import { requireRecord, type InstalledRecord } from './require-record';
import type { Outcome, WriteOptions } from '../options';
import { readOrListMissing } from '../run';
import { refuseUnfit } from './refusals';
import { fitToServer } from '../served';

export interface RollbackOptions extends WriteOptions {
  /** Number of the revision whose content is wanted. @default the newest complete one before the current, with other content */
  readonly to?: number;
  /** Leave out objects of kinds that are served in no version any more. @default false */
  readonly skipUnserved?: boolean;
  /** Leave CustomResourceDefinitions as the current revision has them, and go back with all the rest. @default false */
  readonly keepCrds?: boolean;
}

export type PlanRollbackOptions = Pick<RollbackOptions, 'to' | 'skipUnserved' | 'keepCrds'> & PlanOptions;

/** What a rollback would do. @throws BoxcutterError as `rollbackExtension` and `planRevision` */
export async function planRollback(extension: string, options: PlanRollbackOptions): Promise<Plan> {
  const { content } = await targetOf(await recordOf(extension, options), options);
  // Another package may stand between the two; going back needs no permission for it.
  return planRevision(content, { ...options, changePackage: true, guessedName: false });
}

/**
 * Applies the content of an earlier revision, with the requests of an upgrade. Without `to`, a rollback that was not completed is
 * continued.
 * @throws BoxcutterError `rollback-target` (input) when there is no such content, with those there are; `state-untrusted` (input) when it
 *   is not known to be an installer's and reaches beyond its namespace; otherwise as `applyRevision`
 *   and `fitToServer`
 */
export async function rollbackExtension(extension: string, options: RollbackOptions): Promise<Outcome> {
  return rollbackOver(await recordOf(extension, options), options);
}

/** The same for an extension as its record shows it. */
export async function rollbackOver(record: InstalledRecord, options: RollbackOptions): Promise<Outcome> {
  const { content, number } = await targetOf(record, options);
  refuseUnfit(content, options);
  const hooksNotRun = record.head.revisions.find((revision) => revision.number === number)?.hooksNotRun;
  const missed = hooksNotRun && missedHooks(hooksNotRun, 'rollback');
  noteHooks(missed, 'rollback', options);
  const outcome = await applyOver(record, { ...content, ...defined({ hooksNotRun }) }, options, number).catch((error: unknown) => {
    throw options.keepCrds === true ? error : offeringToKeep(error);
  });
  return missed === undefined ? outcome : { ...outcome, hooksNotRun: missed };
}

/** A definition that goes back may break what is stored; what the definitions are for can go back without them. */
function offeringToKeep(error: unknown): unknown {
  if (!isBoxcutterError(error) || error.code !== 'crd-upgrade-unsafe') return error;
  const { code, category, message, details } = error;
  return new BoxcutterError(code, category, message, {
    hint: (words) => `${words.option('keepCrds', true)} keeps the newer CustomResourceDefinitions and rolls back the rest. `
      + `Otherwise: ${error.hintIn(words) ?? ''}`,
    details,
    cause: error,
  });
}

interface Target {
  readonly number: number;
  readonly content: ResolvedRevision;
}

type TargetOptions = Omit<PlanRollbackOptions, 'deleteData' | 'orphan'>;

function recordOf(extension: string, options: TargetOptions): Promise<InstalledRecord> {
  return readOrListMissing(() => requireRecord(extension, options, 'rollback'), extension, options);
}

/** Which content is gone back to, fit for the server. */
async function targetOf(record: InstalledRecord, options: TargetOptions): Promise<Target> {
  const { cluster, to, skipUnserved = false, keepCrds = false, onNote } = options;
  const { number, content } = to === undefined ? await newestBefore(record) : await wanted(to, record);
  const [now] = record.head.revisions;
  const current = keepCrds && now !== undefined ? await record.content(now.number) : undefined;
  const chosen = current === undefined ? content : withDefinitionsOf(current, content);
  return { number, content: await fitToServer(chosen, cluster, { skipUnserved, ...defined({ onNote }) }) };
}

async function wanted(number: number, record: InstalledRecord): Promise<Target> {
  const { extension, revisions } = record.head;
  if (number === revisions[0]?.number) {
    return refuse(record, `Revision ${number} is the current one of extension "${extension}".`, 'To repair it, apply its content again.');
  }
  if (number > (revisions[0]?.number ?? 0)) return refuse(record, `There is no revision ${number} of extension "${extension}".`);
  const content = revisions.some((record) => record.number === number) ? await record.content(number) : undefined;
  return content === undefined
    ? refuse(record, `The content of revision ${number} of extension "${extension}" is not recorded, or differs from the record.`)
    : { number, content };
}

async function newestBefore(record: InstalledRecord): Promise<Target> {
  const { extension, revisions } = record.head;
  const [now] = revisions;
  const current = now === undefined ? undefined : await record.content(now.number);
  for (const number of candidates(revisions)) {
    const content = await record.content(number);
    const isGoingOn = number === now?.rollbackOf;
    if (content !== undefined && (isGoingOn || current === undefined || !installsTheSame(content, current))) return { number, content };
  }
  return refuse(
    record,
    `Extension "${extension}" has no earlier revision that was ever complete, with other content than the current one.`,
  );
}

/** Revisions to go back to, the best first. Pure. */
export function candidates(revisions: readonly RevisionRecord[]): readonly number[] {
  const [current, ...before] = revisions;
  // The same command again goes on with what it began, instead of one step further back.
  if (current?.rollbackOf !== undefined && current.completeAt === undefined) return [current.rollbackOf];
  return before.filter(({ completeAt, digest }) => completeAt !== undefined && digest !== current?.digest).map(({ number }) => number);
}

/** Revisions that differ only in what may be taken from others, or made anew, are one step for who wants to go back. */
function installsTheSame(one: ResolvedRevision, other: ResolvedRevision): boolean {
  const work = ({ phases, probes }: ResolvedRevision): string =>
    contentDigest(
      phases.map(({ name, objects }) => ({
        name,
        objects: objects.map(({ replacementPolicy: _policy, ...entry }) => ({ ...entry, collisionProtection: 'Prevent' as const })),
      })),
      probes,
    );
  return work(one) === work(other);
}

async function refuse(record: InstalledRecord, problem: string, advice?: string): Promise<never> {
  const [, ...before] = record.head.revisions;
  const contents = await Promise.all(before.map(async ({ number }) => ({ number, content: await record.content(number) })));
  const kept = contents.filter(({ content }) => content !== undefined).map(({ number }) => number);
  const there =
    kept.length === 0 ? 'The content of no earlier revision is recorded.' : 'Earlier revisions whose content is recorded: '
      + `${kept.join(', ')}.`;
  const [newest] = kept;
  const choose: HintText =
    newest === undefined ? 'Apply the package in the version that you want.' : ({ option }) => `Choose one: ${option('to', newest)}.`;
  throw new BoxcutterError('rollback-target', 'input', `${problem} ${there}`, { hint: advice ?? choose, details: { kept } });
}
