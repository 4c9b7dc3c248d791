/**
 * One run from its task to what is known after it. `createEngine` and the operations on extensions (lib/runtime/run) both stand on it: they
 * differ in how they come to a task and an owner, not in what happens then.
 */
import type { ProgressionProbe } from '../api';
import { compileProbes, type ProbeContext } from '../probes';
import { resultOf, type RevisionResult, type State } from './core';
import { inventoryOf, type Built, type InventoryEntry } from './input';
import { run, type RunOptions } from './run';

export interface TaskOptions extends Omit<RunOptions, 'task' | 'desired' | 'probe'> {
  readonly built: Built;
  /** @default none: every object is judged by the rule of its kind */
  readonly probes?: readonly ProgressionProbe[];
  /** Facts of the cluster that probes need. @default none */
  readonly probeContext?: ProbeContext;
}

export interface TaskEnding {
  readonly state: State;
  /** What happened to each object. */
  readonly result: RevisionResult;
  /** What to remember: every object that is or may be ours, and what still has to go. */
  readonly inventory: readonly InventoryEntry[];
}

/**
 * Runs until the core says that the run is over. Rejects only for what was given: as `run`.
 * @throws BoxcutterError `probe-invalid` (input) before anything is asked of the cluster
 */
export async function runTask({ built, probes = [], probeContext = {}, ...options }: TaskOptions): Promise<TaskEnding> {
  const judge = compileProbes(probes);
  const state = await run({ ...options, ...built, probe: (object) => judge(object, probeContext) });
  return { state, result: resultOf(state), inventory: inventoryOf(state.task, state.entries) };
}
