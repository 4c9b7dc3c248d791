/**
 * The engine for programs: one call brings a revision, a phase or an object onto a cluster, one takes it down. It keeps nothing
 * between calls; what is to be remembered is the inventory in the result.
 */
import { keyOf, refOf, type ProgressionProbe } from '../api';
import { defined } from '../defined';
import type { ProbeContext } from '../probes';
import type { Preflight, RevisionResult } from './core';
import {
  buildRollout, buildTeardown, checkCall, checkEngineOptions, checkRevision, contextOf, decideOrphans, declaredOptions, given, inputIssue,
  isFields, jobOf, kindScopes, OptionTable, refuse, resolveRevision, selectorOf, shown, strategyOf, unrecorded,
  type Built, type EngineOptions, type InputIssue, type InventoryEntry, type Job, type Overrides, type OwnershipOptions, type Target,
} from './input';
import type { OwnerContext } from './ownership';
import type { RunOptions } from './run';
import { runTask } from './run-task';

/** Options of one call. */
export interface CallOptions
  extends OwnershipOptions, Pick<RunOptions, 'fence' | 'beforeDelete' | 'commit' | 'seen' | 'onDryRun' | 'onProgress' | 'signal'> {
  /** What the last call for the same target gave. @default none: everything is looked at, or found by creating it */
  readonly inventory?: readonly InventoryEntry[];
  /** Options of this call, at the levels of revision, phase and object. */
  readonly overrides?: Overrides;
  /** Decide, and write nothing. The inventory of the result is the given one. @default false */
  readonly dryRun?: boolean;
  /** Wait for probes, and for deleted objects to be gone. @default true */
  readonly wait?: boolean;
  /** See `Task.streams`. @default 'narrow' */
  readonly streams?: 'narrow' | 'shared';
}

export interface ReconcileOptions extends CallOptions {
  /** @default 'new-content' */
  readonly preflight?: Preflight;
  /** Probes of a phase or an object, which have none of their own; those of a revision give way to them, and they to `overrides.probes`. */
  readonly probes?: readonly ProgressionProbe[];
  /** Facts of the cluster that probes need. @default none */
  readonly probeContext?: ProbeContext;
}

export interface EngineResult extends RevisionResult {
  /** To be kept, and given to the next call for this target. */
  readonly inventory: readonly InventoryEntry[];
  /** Nothing was written, because the call or the revision is paused. */
  readonly dryRun: boolean;
  /** Why the run ended early: what the signal or the fence said. */
  readonly stopped?: string;
}

export interface Engine {
  /**
   * Brings the target onto the cluster: a revision, one phase, or one object. What the inventory has and the target has not, goes.
   * What happens to objects is in the result, never thrown.
   * @throws BoxcutterError `revision-invalid` (input) before anything is written
   */
  reconcile(target: Target, options?: ReconcileOptions): Promise<EngineResult>;
  /**
   * Takes the target down in reverse order: all that the inventory or the target names, as far as we control it. What has a newer
   * owner, or is to be orphaned, lives on.
   * @throws BoxcutterError `revision-invalid` (input) before anything is written
   */
  teardown(target: Target, options?: CallOptions): Promise<EngineResult>;
}

/** @throws BoxcutterError `engine-options-invalid` (input) */
export function createEngine(options: EngineOptions): Engine {
  checkEngineOptions(options);
  return {
    reconcile: async (target, call) => reconcile(options, target, checkedCall(call)),
    teardown: async (target, call) => teardown(options, target, checkedCall(call)),
  };
}

function checkedCall<Options extends CallOptions>(call: Options | undefined): Options {
  if (call !== undefined && !isFields(call)) {
    refuse('The call', [inputIssue('wrong-type', { of: 'options', given: given(call) }, { path: ['options'] })]);
  }
  return call ?? ({} as Options);
}

async function reconcile(engine: EngineOptions, target: Target, call: ReconcileOptions): Promise<EngineResult> {
  const { job, context, overrides } = await prepare(engine, target, call);
  const revision = resolveRevision(job.input, overrides);
  const table = new OptionTable(job.input, overrides);
  const objects = revision.phases.flatMap((phase) => phase.objects);
  const isPaused = table.ofRevision.paused;
  const dryRun = call.dryRun === true || (isPaused && objects.every(({ paused }) => paused === true));
  // A revision that is paused but for some objects drops nothing.
  const keys = new Set(objects.map(({ object }) => keyOf(refOf(object))));
  const held = isPaused && !dryRun ? job.mine.filter(({ ref }) => !keys.has(keyOf(ref))) : [];
  const inventory = decideOrphans(job.mine.filter((entry) => !held.includes(entry)), table, keys);
  const { preflight, streams, wait } = call;
  const built = buildRollout(revision, {
    context,
    ...inventory,
    dryRun,
    labelSelector: selectorOf(context.labels ?? {}),
    ...defined({ preflight, streams, wait }),
  });
  return execute({ engine, job, context, call, dryRun, held }, built, revision.probes);
}

async function teardown(engine: EngineOptions, target: Target, call: CallOptions): Promise<EngineResult> {
  const { job, context, overrides } = await prepare(engine, target, call, true);
  const table = new OptionTable(job.input, overrides);
  const { streams, wait, dryRun = false } = call;
  const built = buildTeardown(job.input.number, {
    context,
    ...decideOrphans([...job.mine, ...unrecorded(job)], table, new Set(), declaredOptions(job)),
    dryRun,
    labelSelector: selectorOf(context.labels ?? {}),
    ...defined({ streams, wait }),
  });
  return execute({ engine, job, context, call, dryRun, held: [] }, built, []);
}

interface Prepared {
  readonly job: Job;
  readonly context: OwnerContext;
  readonly overrides: Overrides;
}

/** Everything that is wrong is reported before anything happens. */
async function prepare(engine: EngineOptions, target: Target, call: ReconcileOptions, leaving = false): Promise<Prepared> {
  const issues: InputIssue[] = [...checkCall(engine, call)];
  const inventory: unknown = call.inventory ?? [];
  const isRight = Array.isArray(inventory) && inventory.every(isEntry);
  if (!isRight) issues.push(inputIssue('wrong-type', { of: 'inventory', given: given(inventory) }, { path: ['inventory'] }));
  const job = jobOf(target, isRight ? (inventory as readonly InventoryEntry[]) : []);
  const { owner } = call;
  const strategy = strategyOf(call.strategy ?? engine.strategy, engine.systemPrefix);
  const namespaced = await kindScopes(engine.cluster, job.input, owner, strategy);
  const overrides = overridesOf(call);
  const recorded = job.mine.map(({ ref, phase }) => ({ key: keyOf(ref), phase }));
  const ofRevision = checkRevision(job.input, { owner, strategy, namespaced, overrides, recorded, leaving }, job.scope);
  const { name } = isFields(job.input) ? job.input : { name: undefined };
  const what = { revision: `Revision ${shown(name)}`, phase: 'The phase', object: 'The object' }[job.scope];
  refuse(what, [...ofRevision, ...issues]);
  return { job, context: contextOf(engine, call), overrides: overrides ?? {} };
}

function isEntry(value: unknown): value is InventoryEntry {
  if (!isFields(value) || !isFields(value['ref'])) return false;
  const { apiVersion, kind, name } = value['ref'];
  return [apiVersion, kind, name, value['phase']].every((text) => typeof text === 'string') && typeof value['order'] === 'number';
}

function overridesOf({ overrides, probes }: ReconcileOptions): Overrides | undefined {
  if (probes === undefined || (overrides !== undefined && !isFields(overrides))) return overrides;
  return { probes, ...overrides };
}

interface Call {
  readonly engine: EngineOptions;
  readonly job: Job;
  readonly context: OwnerContext;
  readonly call: ReconcileOptions;
  readonly dryRun: boolean;
  /** What stays on record untouched, because the revision is paused. */
  readonly held: readonly InventoryEntry[];
}

async function execute(
  { engine, job, context, call, dryRun, held }: Call, built: Built, probes: readonly ProgressionProbe[],
): Promise<EngineResult> {
  const { probeContext, fence, beforeDelete, commit, seen, onDryRun, onProgress, signal } = call;
  const { state, result, inventory: after } = await runTask({
    built,
    cluster: engine.cluster,
    context,
    labels: Object.keys(context.labels ?? {}),
    probes,
    ...defined({ probeContext, fence, beforeDelete, commit, seen, onDryRun, onProgress, signal }),
  });
  const now = after.map((entry) => (job.scope === 'revision' ? entry : { ...entry, order: job.order }));
  const inventory = dryRun ? (call.inventory ?? []) : [...now, ...held, ...job.others];
  return { ...result, inventory, dryRun, ...defined({ stopped: state.stopping }) };
}
