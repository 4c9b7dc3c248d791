/** The runs of a revision: rolled out, looked at, repaired, taken down. Each goes as far as it can; what it waits for, streams tell. */
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { within } from '../../../within';
import { waitingReason, type InventoryEntry, type ObjectResult, type ObjectView } from '../../../engine';
import { viewsOf } from '../../../engine/internal';
import type { KubeLane, SharingCluster } from '../../../kube';
import type { VersionedCluster } from '../../../runtime';
import { dataLossGuard, runOperation, type OperationRun } from '../../../runtime/internal';
import type { Operation } from '../../../state';
import type { RolloutFacts, RunFacts } from '../facts';
import { RevisionRecord, type RecordPlace } from '../record';

export interface RunPlace extends RecordPlace {
  /** Streams are shared with what keeps objects. */
  readonly cluster: SharingCluster;
  /** How wide streams are: shared with those of other extensions, or of this one alone. */
  readonly streams: 'shared' | 'narrow';
  /** The same lane, for what is read beside. */
  readonly lane: KubeLane;
  /** Its objects run already, and are taken over as they are: no phase waits for the one before. @default false */
  readonly takesOver?: boolean;
  /** Data of others may go with objects. */
  readonly allowsDataLoss: boolean;
  readonly signal: AbortSignal;
}

/** What a run left. */
export interface Ran<Facts extends RunFacts = RunFacts> {
  readonly facts: Facts;
  readonly inventory: readonly InventoryEntry[];
  /** Objects as the run saw them last, by key. */
  readonly views: ReadonlyMap<string, ObjectView>;
  readonly results: readonly ObjectResult[];
  /** Everything is as desired and ready. */
  readonly complete: boolean;
  /** Nothing went wrong: it only waits for probes. */
  readonly waits: boolean;
}

/** How long a teardown holds its place: what takes longer is heard of by the streams. */
const TEARDOWN_MS = 2_000;

/** @param seen objects as streams show them now, so that they need not be listed */
export async function rollOut(place: RunPlace, dryRun: boolean, seen: readonly KubeObject[]): Promise<Ran<RolloutFacts>> {
  const operation: Operation = { intent: 'apply', revision: place.content, again: true };
  const preflight = dryRun ? 'never' as const : 'new-content' as const;
  const { run, inventory } = await perform(operation, place, { wait: false, dryRun, preflight, seen, ungated: place.takesOver });
  const results = run.result.phases.flatMap(({ objects }) => objects);
  const facts = rolloutFacts(results, run);
  const isWaiting = run.state.status === 'waiting' || run.state.status === 'complete';
  const waits = isWaiting && facts.failures.length === 0 && facts.collisions.length === 0 && run.result.unreachable === undefined
    && !results.some((result) => result.action === 'Waiting' && isTransient(result.cause.type));
  return { facts, inventory, views: viewsOf(run.state), results, complete: run.state.status === 'complete', waits };
}

/** Puts objects right that are not as they were left. @param live as they are now; undefined: there is none */
export async function repairObjects(place: RunPlace, live: ReadonlyMap<string, KubeObject | undefined>): Promise<Ran<RolloutFacts>> {
  const present = new Set([...live].filter(([, object]) => object !== undefined).map(([key]) => key));
  const seen = [...live.values()].filter((object) => object !== undefined);
  const operation: Operation = { intent: 'repair', revision: partOf(place.content, live), present };
  const { run, inventory } = await perform(operation, place, { seen });
  const results = [...run.result.phases.flatMap(({ objects }) => objects), ...run.result.removed];
  return { facts: rolloutFacts(results, run), inventory, views: viewsOf(run.state), results, complete: run.complete, waits: false };
}

/** @param orphan let every object live */
export async function takeDown(place: RunPlace, orphan: boolean): Promise<Ran> {
  const operation: Operation = { intent: 'delete', number: place.content.number, orphan };
  const { run, inventory } = await perform(operation, place, { wait: true }, TEARDOWN_MS);
  const { removed: results } = run.result;
  const failures = results.flatMap((one) => (one.action === 'Failed' ? [{ ref: one.ref, phase: one.phase, cause: one.cause }] : []));
  const left = results.flatMap(({ ref, phase, ...one }) =>
    (one.action === 'Waiting' ? [{ ref, phase, reason: waitingReason(one.cause) }] : []));
  const complete = run.state.status === 'complete';
  return {
    facts: { type: 'teardown', complete, left, failures, ...defined({ stopped: run.state.stopping }) },
    inventory, views: viewsOf(run.state), results, complete, waits: false,
  };
}

type Settings = Pick<Parameters<typeof runOperation>[2], 'wait' | 'dryRun' | 'preflight' | 'seen' | 'ungated'>;

async function perform(
  operation: Operation, place: RunPlace, settings: Settings, ms?: number,
): Promise<{ readonly run: OperationRun; readonly inventory: readonly InventoryEntry[] }> {
  const { cluster, lane, streams, allowsDataLoss } = place;
  const record = new RevisionRecord(place);
  const reading: VersionedCluster & Pick<KubeLane, 'list'> = { ...cluster, list: (scope, options) => lane.list(scope, options) };
  const guards = [dataLossGuard(lane, { deleteData: allowsDataLoss, orphan: operation.intent === 'delete' && operation.orphan })];
  const where = { cluster: reading, record, guards };
  const run = await within(ms, place.signal, (signal) =>
    runOperation(operation, where, { ...settings, streams, signal, giveUp: 'never' }));
  return { run, inventory: record.inventory };
}

function rolloutFacts(results: readonly ObjectResult[], { state, result: { unreachable } }: OperationRun): RolloutFacts {
  const isDone = ({ action }: ObjectResult): boolean => action !== 'Waiting' && action !== 'Failed' && action !== 'Collision';
  return {
    type: 'rollout',
    applied: results.every(isDone),
    collisions: results.flatMap((one) => (one.action === 'Collision' ? [{ ref: one.ref, phase: one.phase, cause: one.cause }] : [])),
    failures: results.flatMap((one) => (one.action === 'Failed' ? [{ ref: one.ref, phase: one.phase, cause: one.cause }] : [])),
    terminal: results.flatMap(({ ref, phase, ready }) => (ready?.terminal === true ? [{ ref, phase, message: ready.message }] : [])),
    ...defined({ stopped: state.stopping ?? unreachable }),
  };
}

/** Nothing that a stream would tell of. */
function isTransient(type: string): boolean {
  return type !== 'phase' && type !== 'needs-object';
}

function partOf(revision: ResolvedRevision, live: ReadonlyMap<string, unknown>): ResolvedRevision {
  const phases = revision.phases
    .map((phase) => ({ ...phase, objects: phase.objects.filter(({ object }) => live.has(keyOf(refOf(object)))) }))
    .filter(({ objects }) => objects.length > 0);
  return { ...revision, phases };
}
