/**
 * What an engine writes on the cluster beside the content: the names of annotations and labels, and in whose name.
 */
import { defined } from '../../defined';
import type { OwnerContext, OwnerRef, OwnerStrategy } from '../ownership';
import type { Cluster } from '../ports';

const LABEL_MANAGED_BY = 'app.kubernetes.io/managed-by';

/** `native` and `annotation` alone mean the usual key, `<systemPrefix>/owners`. */
export type StrategyChoice = 'native' | 'annotation' | OwnerStrategy;

export interface EngineOptions {
  readonly cluster: Cluster;
  /** Name under which the API server knows who set a field. The same for every revision; up to 128 characters. */
  readonly fieldManager: string;
  /** DNS subdomain before the names of our annotations: `<systemPrefix>/revision`, `<systemPrefix>/owners`. */
  readonly systemPrefix: string;
  /** Value of the label `app.kubernetes.io/managed-by` on every object; streams select by it. @default 'boxcutter' */
  readonly managedBy?: string;
  /** How objects name their owner, where the call does not say. @default none: each call with an owner has to say */
  readonly strategy?: StrategyChoice;
  /**
   * Write the number of the revision on every object. Without it an unchanged object costs nothing in an upgrade, but only one owner, the
   * same for all revisions, can recognise what is its own: not for calls without an owner, nor with siblings. @default true
   */
  readonly numbered?: boolean;
  /** See `OwnerContext.takeOverManagers`. @default none */
  readonly takeOverManagers?: readonly string[];
}

/** In whose name one call manages objects. */
export interface OwnershipOptions {
  /** @default none: the number of the revision alone marks what is ours */
  readonly owner?: OwnerRef;
  readonly strategy?: StrategyChoice;
  /** Owners of other revisions of the same thing, older and newer: their uids, or the owners themselves. @default none */
  readonly siblings?: readonly (string | Pick<OwnerRef, 'uid'>)[];
  /** Uids of lost owners that this one stands in for. @default none */
  readonly former?: readonly string[];
  /** Labels that every object gets besides `managed-by`; streams select by them as well. The same for all revisions. @default none */
  readonly labels?: Readonly<Record<string, string>>;
}

export function strategyOf(choice: StrategyChoice | undefined, systemPrefix: string): OwnerStrategy | undefined {
  if (choice === 'annotation') return { type: 'annotation', annotation: `${systemPrefix}/owners` };
  return choice === 'native' ? { type: 'native' } : choice;
}

export function contextOf(engine: EngineOptions, call: OwnershipOptions): OwnerContext {
  const { fieldManager, systemPrefix, managedBy = 'boxcutter', numbered = true, takeOverManagers } = engine;
  return {
    ...defined({ owner: call.owner }),
    // Without an owner the strategy is not used.
    strategy: strategyOf(call.strategy ?? engine.strategy, systemPrefix) ?? { type: 'native' },
    siblings: (call.siblings ?? []).map((sibling) => (typeof sibling === 'string' ? sibling : sibling.uid)),
    ...defined({ former: call.former }),
    ...(numbered ? { revisionAnnotation: `${systemPrefix}/revision` } : {}),
    fieldManager,
    ...defined({ takeOverManagers }),
    labels: { ...call.labels, [LABEL_MANAGED_BY]: managedBy },
  };
}

/** `key=value,...` */
export function selectorOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(',');
}
