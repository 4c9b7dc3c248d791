/** What is asked of the resolver. */
import type { Catalog, CatalogBundle, CatalogPackage } from '../model/catalog';
import type { Fact } from '../solve/fact';
import type { InstalledBundle } from './installed-bundle';
import type { LabelSelector } from './label-selector';

/** A catalog of a cluster, or one that a user has named. */
export type NamedCatalog = ReadableCatalog | BrokenCatalog;

interface CatalogIdentity {
  readonly name: string;
  /** Of several catalogs with the package the one with the highest counts, even when another has a newer version. Usually 0. */
  readonly priority: number;
  /** The label `olm.operatorframework.io/metadata.name` with the name comes by itself. */
  readonly labels: Readonly<Record<string, string>>;
  /** Its users have taken it out of service: as if it were not there. @default false */
  readonly isDisabled?: boolean;
}

export interface ReadableCatalog extends CatalogIdentity {
  readonly catalog: Catalog;
  readonly problem?: never;
}

/** A catalog that cannot be read. Selected, it blocks the request, because the right bundle might be in it. */
export interface BrokenCatalog extends CatalogIdentity {
  readonly catalog?: never;
  readonly problem: CatalogProblem;
}

export type CatalogProblem =
  /** A ClusterCatalog without a served catalog. */
  | { readonly found: 'not-served' }
  /** Served, and its content has not arrived yet. */
  | { readonly found: 'not-cached' }
  /** Something else; `why` is the message of the error. */
  | { readonly found: 'unreadable'; readonly why: string };

export interface ResolveRequest {
  readonly catalogs: readonly NamedCatalog[];
  readonly packageName: string;
  /** A range (`versions/version-range.ts`). Absent or empty: any version. */
  readonly version?: string;
  /** Bundles and upgrade edges of these channels only. @default all channels */
  readonly channels?: readonly string[];
  /** Which catalogs to look in. @default all */
  readonly selector?: LabelSelector;
  readonly policy: UpgradePolicy;
  readonly installed?: InstalledBundle;
  /** What is known of the cluster. @default nothing: then nothing is ineligible because of it */
  readonly cluster?: ClusterView;
  /**
   * What a candidate needs and will not get makes it ineligible (`unmetDependencies` of `solve/`). `refused`: as OLM does, which knows no
   * dependencies: a bundle that has some is not installed. @default dependencies are not looked at
   */
  readonly dependencies?: 'refused' | DependencyCheck;
}

/** Asked of candidates that are eligible otherwise. Undefined: it gets what it needs. */
export type DependencyCheck = (candidate: DependencySubject) => UnmetDependency | undefined;

export interface DependencySubject {
  readonly catalog: string;
  readonly bundle: CatalogBundle;
}

export type UnmetDependency =
  /** These stand in the way. */
  | { readonly unmet: 'contradiction'; readonly facts: readonly Fact[] }
  /** What it needs cannot be read. */
  | { readonly unmet: 'unreadable' }
  /** Whether it would get what it needs takes too long to find out. */
  | { readonly unmet: 'too-hard' };

/** `CatalogProvided`: an installed package is upgraded along edges of the catalog. `SelfCertified`: to any version, also an older one. */
export type UpgradePolicy = 'CatalogProvided' | 'SelfCertified';

export interface ClusterView {
  /** `v1.31.2`. */
  readonly kubeVersion?: string;
  /** Kinds that the API server serves: `apps/v1/Deployment`, `v1/Secret`. They meet dependencies on kinds. */
  readonly apiVersions?: readonly string[];
}

/** A package in one of the catalogs. */
export interface FoundPackage {
  readonly catalog: ReadableCatalog;
  readonly package: CatalogPackage;
}
