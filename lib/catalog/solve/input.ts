/** What is asked of the solver, and what it answers. */
import type { LabelSelector } from '../resolve/label-selector';
import type { Property } from '../model/blob';
import type { ClusterView, NamedCatalog, UpgradePolicy } from '../resolve/request';
import type { CatalogBundle } from '../model/catalog';
import type { Explanation } from './explanation';
import type { Need } from './need';

/** Conflicts after which the search is given up. A thousand packages of twenty versions that need each other take a thousand. */
export const MOST_CONFLICTS = 20_000;

export interface SolveInput {
  /** All catalogs; a request selects those in which its package is looked for, dependencies come from any that can be read. */
  readonly catalogs: readonly NamedCatalog[];
  readonly installed: readonly InstalledPackage[];
  /** In the order of their importance: the first gets the best version that is possible at all. A package at most once. */
  readonly wanted: readonly PackageRequest[];
  readonly cluster?: ClusterView;
  /** Dead ends of the search after which it is given up. @default 20,000 */
  readonly mostConflicts?: number;
}

/** A package that is to be installed, or upgraded where it is installed already. */
export interface PackageRequest {
  readonly packageName: string;
  /** A range (`versions/version-range.ts`). @default any version */
  readonly version?: string;
  /** @default all channels */
  readonly channels?: readonly string[];
  /** @default all catalogs */
  readonly selector?: LabelSelector;
  /** @default CatalogProvided */
  readonly policy?: UpgradePolicy;
}

/** An extension that is on the cluster: it provides its package and its kinds, and it needs what its bundle needs. */
export interface InstalledPackage {
  readonly packageName: string;
  /** Name of the bundle. */
  readonly name: string;
  readonly version: string;
  readonly release?: string;
  /** As its bundle in the catalog has them; `olm.gvk` say which kinds it provides. */
  readonly properties: readonly Property[];
  /** What it may become where others need it newer: as it was asked for. @default whatever its edges lead to */
  readonly limits?: Pick<PackageRequest, 'version' | 'channels' | 'selector'>;
}

export type Solution =
  | {
    /**
     * What to do, each step behind those that it needs; where steps need each other, by name. What is kept stands there when it is wanted
     * or needed.
     */
    readonly plan: readonly PlanStep[];
    readonly conflict?: never;
  }
  | { readonly conflict: Explanation; readonly plan?: never };

export type PlanStep = InstallStep | KeepStep;

interface StepReasons {
  readonly packageName: string;
  /** It was asked for. */
  readonly isWanted: boolean;
  /** What of the plan needs it, and for what. */
  readonly neededBy: readonly NeededBy[];
}

export interface NeededBy {
  readonly packageName: string;
  readonly need: Need;
}

/** `downgrade` only with the policy SelfCertified. */
export interface InstallStep extends StepReasons {
  readonly action: 'install' | 'upgrade' | 'downgrade';
  readonly catalog: string;
  readonly bundle: CatalogBundle;
  /** What is there now. */
  readonly from?: InstalledPackage;
}

export interface KeepStep extends StepReasons {
  readonly action: 'keep';
  readonly installed: InstalledPackage;
  /** The same version in a catalog, where the package was asked for and one has it. */
  readonly catalog?: string;
  readonly bundle?: CatalogBundle;
}
