/**
 * Applying a revision of an extension: decide which revision it is, look first where nothing may be left to do, and run.
 */
import type { ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import { newNamespaceText } from '../../guards';
import { refuseOtherPackage } from '../../revision';
import { numberOf, type ApplyOperation, type Head, type HeadRecord } from '../../state';
import { endingOf, unrecorded, type Outcome, type WriteOptions } from '../options';
import { NOTHING_BEFORE, stillComing } from '../plan/before-it';
import { readOrListMissing, runOperation, type Guard, type NamespaceOptions, type OperationRun, type RunSettings } from '../run';
import { applyGuards, pausedGuards } from './apply-guards';
import { recordOf } from './begun-record';
import { refuseOtherContent } from './other-content';
import { leftCatalogNote } from './left-catalog';
import { pauseOf, type PauseFacts } from './pause-of';
import { refuseControlled } from './run-by-controllers';
import { refuseUnfit } from './refusals';

/**
 * Brings the revision onto the cluster. Its number is decided here: the newest one's when the content is the same, the next otherwise.
 * While the extension is paused, or the revision says that it is (`lifecycleState`), nothing is written: the outcome is what would be.
 * @throws BoxcutterError categories `locked`, `data-loss`, `server`, `input` (`crd-upgrade-unsafe`, `namespace-not-found`,
 *   `package-differs`, `content-differs`, `state-too-large` and `state-untrusted` among them); what happens to objects is in the outcome
 */
export async function applyRevision(revision: ResolvedRevision, options: WriteOptions): Promise<Outcome> {
  refuseUnfit(revision, options);
  const record = await readOrListMissing(() => recordOf(revision.extension, options), revision.extension, options, revision);
  if (record.head === undefined && options.adopting?.fromControllers !== true) await refuseControlled(revision.extension, 'apply', options);
  refuseOtherPackage(revision, record.head, options);
  refuseOtherContent(revision, record.head, options);
  const left = leftCatalogNote(revision, record.head);
  if (left !== undefined) options.onNote?.(left);
  return applyOver(record, revision, options);
}

/**
 * Applies the revision to an extension as its record shows it.
 * @param rollbackOf number of the earlier revision that this is the content of
 */
export async function applyOver(
  record: HeadRecord,
  revision: ResolvedRevision,
  options: WriteOptions,
  rollbackOf?: number,
): Promise<Outcome> {
  const { head } = record;
  const { numbered, same } = numberOf(revision, head);
  const intent = rollbackOf === undefined ? 'apply' : 'rollback';
  const operation: ApplyOperation = { intent, revision: numbered, again: same, ...defined({ rollbackOf }) };
  const pause = pauseOf(head, revision);
  if (pause.paused) return look(operation, record, options, pausedGuards(record, options, pause), pause);
  if (options.dryRun === true) return lookAhead(operation, record, options);
  if (same && head?.revisions[0]?.completeAt !== undefined) {
    const keeps = record.keeps(numbered);
    // Whether it could be read matters only where nothing else is to be done.
    keeps.catch(() => undefined);
    const found = await look(operation, record, options, []);
    const isDone = found.unchanged && found.status === 'complete' && (await keeps);
    if (isDone) {
      await record.repairLabel();
      return { ...found, dryRun: false, result: settled(found.result) };
    }
    // Broken off before it could say: nothing was written, and nothing is to be begun any more.
    if (options.signal?.aborted === true) return { ...found, dryRun: false };
  }
  return write(operation, record, options);
}

/** The dry run that a caller asks for: it counts on what is going to be applied before. */
async function lookAhead(operation: ApplyOperation, record: HeadRecord, options: WriteOptions): Promise<Outcome> {
  const { cluster, before = NOTHING_BEFORE } = options;
  const { kinds, namespaces } = await stillComing(operation.revision, before, cluster);
  const counting = { ...options, comingKinds: [...kinds.keys()], comingNamespaces: new Set(namespaces.keys()) };
  return look(operation, record, counting, applyGuards(record, counting));
}

/** What would be done, without writing. With guards it ends where the real run would. */
async function look(
  operation: ApplyOperation,
  record: HeadRecord,
  options: WriteOptions & Pick<NamespaceOptions, 'comingNamespaces'>,
  guards: readonly Guard[],
  pause: PauseFacts = { paused: false },
): Promise<Outcome> {
  const settings = { ...options, ...adoptionOf(options), dryRun: true };
  const run = await runOperation(operation, { cluster: options.cluster, record, guards }, settings);
  const { result } = run;
  // Not said by the guard: a plan shows them in a place of its own.
  const made = run.coming.filter((name) => options.comingNamespaces?.has(name) !== true);
  for (const name of made) options.onNote?.(newNamespaceText(name, 'would-be-created'));
  const objects = result.phases.flatMap(({ objects: list }) => list);
  // Another revision is something to put on record, although no object changes.
  const unchanged = operation.again && result.removed.length === 0 && objects.every(({ action }) => action === 'Unchanged');
  const ready = objects.every((object) => object.ready?.status === 'pass');
  const status = result.failed ? 'failed' : unchanged && ready ? 'complete' : 'incomplete';
  return outcomeOf(operation, run, { status, unchanged, newRevision: false, dryRun: true, ...pause });
}

/** Nothing had to be done, so what would be is what is. */
function settled(result: Outcome['result']): Outcome['result'] {
  const phases = result.phases.map((phase) => ({ ...phase, objects: phase.objects.map(({ wouldBe: _wouldBe, ...object }) => object) }));
  return { ...result, phases, complete: true };
}

async function write(operation: ApplyOperation, record: HeadRecord, options: WriteOptions): Promise<Outcome> {
  const { cluster, onNote } = options;
  const before = record.head;
  const settings = { ...options, ...adoptionOf(options), dryRun: false };
  const run = await runOperation(operation, { cluster, record, guards: applyGuards(record, options) }, settings);
  const { state, result } = run;
  const ending = endingOf(state, run.complete, unrecorded(run, onNote));
  if (ending.status === 'complete' && isRecovered(before)) {
    onNote?.(`The record of extension "${record.extension}", which was recovered, is up to date again.`);
  }
  const objects = result.phases.flatMap(({ objects: list }) => list);
  const unchanged = operation.again && objects.every(({ action }) => action === 'Unchanged');
  const newRevision = !operation.again && state.preflight === 'passed';
  return outcomeOf(operation, run, { ...ending, unchanged, newRevision, dryRun: false, paused: false });
}

/** What is taken over runs already: it is not asked about, and not waited for. */
function adoptionOf({ adopting, preflight }: WriteOptions): Pick<RunSettings, 'seen' | 'owning' | 'ungated' | 'preflight'> {
  if (adopting === undefined) return {};
  return { seen: adopting.seen, owning: { takeOverManagers: adopting.managers }, ungated: true, preflight: preflight ?? 'never' };
}

/** Rebuilt from the objects, and nothing was applied since. */
function isRecovered(head: Head | undefined): boolean {
  return head !== undefined && head.revisions.length === 0 && head.formerUids !== undefined;
}

function outcomeOf(
  { revision, rollbackOf }: ApplyOperation,
  { state, result }: OperationRun,
  rest: Pick<Outcome, 'status' | 'unchanged' | 'newRevision' | 'dryRun' | 'paused' | 'pause' | 'stopped' | 'unrecorded'>,
): Outcome {
  return {
    extension: revision.extension,
    revision: revision.number,
    ...defined({ version: revision.version, stopped: state.stopping, hooksNotRun: revision.hooksNotRun }),
    ...rest,
    result,
    ...defined({ rollbackOf }),
  };
}
