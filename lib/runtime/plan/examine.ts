/**
 * What an operation that brings content would do, found out by a run that writes nothing: each object with what the API server said about
 * it. Whose record it is, the command's or the controllers', makes no difference.
 */
import { keyOf } from '../../api';
import { defined } from '../../defined';
import { standingOf } from '../../engine/internal';
import type { CrdUpgrade, DataLoss, GuardCluster } from '../../guards';
import type { ApplyOperation, ExtensionRecord } from '../../state';
import { inAnyVersion } from '../any-version';
import { crdUpgradesOf, type CrdSafety } from '../run/crd-safety';
import { replacedLosses } from '../run/data-loss-guard';
import type { Guard } from '../run/guard';
import { runOperation, type OperationRun, type RunPlace, type RunSettings } from '../run/run-operation';
import { type BeforeIt, bringerOf, NOTHING_BEFORE } from './before-it';
import { planPhases, type PlannedObject, type PlannedPhase } from './planned-object';
import { lossesOf, planRemoval, type PlannedRemoval } from './planned-removal';

export interface ExaminedPlace {
  readonly record: ExtensionRecord;
  /** @default none */
  readonly guards?: readonly Guard[];
  /** What is applied before it. @default nothing */
  readonly before?: BeforeIt;
}

export interface ExamineOptions extends RunSettings {
  readonly cluster: RunPlace['cluster'] & GuardCluster;
  readonly crdSafety?: CrdSafety;
}

export interface Examination extends Pick<OperationRun, 'state' | 'built' | 'comparisons' | 'coming'> {
  /** Everything was looked at: the run was not broken off. */
  readonly isOver: boolean;
  readonly phases: readonly PlannedPhase[];
  readonly removals: readonly PlannedRemoval[];
  /** What of others would go with what has to go, and with what is made anew. */
  readonly losses: readonly DataLoss[];
  readonly replaced: readonly DataLoss[];
  readonly crdUpgrades: readonly CrdUpgrade[];
}

/** @throws BoxcutterError what a guard refuses; category `server` */
export async function examine(operation: ApplyOperation, place: ExaminedPlace, options: ExamineOptions): Promise<Examination> {
  const { record, guards = [], before = NOTHING_BEFORE } = place;
  const { cluster, crdSafety } = options;
  const { state, built, comparisons, coming, owner: { context } } = await runOperation(operation, { cluster, record, guards }, {
    ...options, preflight: 'always', compareAll: true, dryRun: true,
  });
  const isOver = state.status !== 'stopped';
  const replaced = isOver ? await replacedLosses(state, record, cluster) : [];
  const missing = { ...before, namespaces: new Map([...before.namespaces].filter(([name]) => coming.includes(name))) };
  const phases = planPhases(state, built.desired, comparisons, (ref) => bringerOf(ref, missing)).map((phase) => ({
    ...phase,
    objects: phase.objects.map(withLoss(replaced)),
  }));
  const losses = !isOver ? [] : await lossesOf(record, built.task.removals, cluster);
  const removals = await Promise.all(built.task.removals.map((removal) => {
    const run = { standing: standingOf(state, removal.key), isStopped: !isOver, context, ...state.task };
    return planRemoval(removal, run, inAnyVersion(cluster), losses);
  }));
  const crdUpgrades = isOver ? await crdUpgradesOf(state, built.desired, comparisons, cluster, crdSafety) : [];
  return { state, built, comparisons, coming, isOver, phases, removals, losses, replaced, crdUpgrades };
}

/** With what would go along when it is made anew. */
function withLoss(losses: readonly DataLoss[]): (object: PlannedObject) => PlannedObject {
  const byKey = new Map(losses.map((loss) => [keyOf(loss.ref), loss]));
  return (object) => (object.action === 'replace' ? { ...object, ...defined({ loss: byKey.get(keyOf(object.ref)) }) } : object);
}
