/** The engine as a library, on the real API server: an owner of one's own by native reference, with a number for each revision. */
import type { KubeObject, ResolvedRevision } from '../../../lib/api';
import {
  buildRollout, compileProbes, inventoryOf, resultOf, run,
  type Built, type InventoryEntry, type OwnerContext, type RevisionResult, type RunOptions, type State,
} from '../../../lib/engine';
import type { Bench } from './extension';

export const REVISION = 'example.com/revision';
export const MANAGER = 'library-test';

export function selectorOf(bench: Bench): string {
  return Object.entries(bench.labels).map(([name, value]) => `${name}=${value}`).join();
}

export function ownerNamed(bench: Bench, name: string): Promise<KubeObject> {
  return bench.otherClient.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace } });
}

export function contextOf(bench: Bench, owner: KubeObject, ...siblings: readonly KubeObject[]): OwnerContext {
  const { apiVersion, kind, metadata: { name = '', uid = '' } } = owner;
  return {
    owner: { apiVersion, kind, name, namespace: bench.namespace, uid }, strategy: { type: 'native' },
    siblings: siblings.map(({ metadata }) => metadata.uid ?? ''), revisionAnnotation: REVISION, fieldManager: MANAGER,
  };
}

export interface Executed {
  readonly state: State;
  readonly result: RevisionResult;
  readonly inventory: readonly InventoryEntry[];
  /** `name: action` of every object, those that had to go at the end. */
  readonly text: readonly string[];
}

export async function execute(bench: Bench, built: Built, context: OwnerContext, more: Partial<RunOptions> = {}): Promise<Executed> {
  const judge = compileProbes([]);
  const parts = { cluster: bench.cluster, context, labels: [], signal: AbortSignal.timeout(20_000) };
  const state = await run({ ...parts, ...built, probe: (object) => judge(object), ...more });
  const result = resultOf(state);
  const text = [...result.phases.flatMap(({ objects }) => objects), ...result.removed].map(({ ref, action }) => `${ref.name}: ${action}`);
  return { state, result, inventory: inventoryOf(state.task, state.entries), text };
}

export function rollOut(
  bench: Bench,
  revision: ResolvedRevision,
  number: number,
  context: OwnerContext,
  inventory: readonly InventoryEntry[] = [],
  more: Partial<RunOptions> = {},
): Promise<Executed> {
  return execute(bench, buildRollout({ ...revision, number }, { context, inventory, labelSelector: selectorOf(bench) }), context, more);
}
