/** What the resolver found: the bundle, or why there is none; and of every bundle of the package what became of it. */
import type { RangeProblem, VersionRelease } from '../../semver';
import type { CatalogBundle } from '../model/catalog';
import type { Edge } from './edge';
import type { InstalledBundle } from './installed-bundle';
import type { SelectorProblem } from './label-selector';
import type { OwnReason } from './reason';
import type { CatalogProblem, ResolveRequest, UnmetDependency } from './request';

export type Resolution = Resolved | Unresolved;

interface Looked {
  readonly request: ResolveRequest;
  /** All bundles of the package in the selected catalogs, best first; those that are not eligible behind those that are. */
  readonly candidates: readonly Candidate[];
  /** Catalogs that were looked in, by name. */
  readonly selected: readonly string[];
}

export interface Resolved extends Looked {
  readonly bundle: CatalogBundle;
  readonly version: VersionRelease;
  readonly catalog: string;
  /** How it may follow what is installed. Absent: nothing is installed, or the policy asks for no edge. */
  readonly edge?: Edge;
  /** What its catalog says of it. */
  readonly deprecations: Deprecations;
  readonly failure?: never;
}

export interface Deprecations {
  readonly package?: string;
  /** Of the channels that were asked for or, where none was, of all that have it. */
  readonly channels: readonly { readonly name: string; readonly message: string }[];
  readonly bundle?: string;
}

export interface Unresolved extends Looked {
  readonly bundle?: never;
  readonly failure: ResolutionFailure;
}

/** Why there is no bundle; `failureWords` has the words. */
export type ResolutionFailure =
  | { readonly found: 'bad-selector'; readonly problem: SelectorProblem }
  | { readonly found: 'bad-range'; readonly range: string; readonly problem: RangeProblem }
  | { readonly found: 'bad-installed-version'; readonly installed: InstalledBundle }
  | { readonly found: 'broken-catalog'; readonly catalog: string; readonly problem: CatalogProblem }
  /** No selected catalog has the package. */
  | { readonly found: 'no-package' }
  /** The package is there, and each of its bundles is ineligible for reasons of its own. */
  | { readonly found: 'no-bundle' }
  /** Candidates of several catalogs with the same priority: which of them is meant, nobody can tell. */
  | { readonly found: 'ambiguous'; readonly catalogs: readonly string[] }
  /** Only where dependencies are refused. */
  | { readonly found: 'unsupported-dependency'; readonly bundle: string; readonly property: string };

export interface Candidate {
  readonly catalog: string;
  readonly priority: number;
  readonly bundle: CatalogBundle;
  /** As it is compared; absent where the bundle has no valid version. */
  readonly version?: VersionRelease;
  /** Of the channels that count, those that list it. */
  readonly channels: readonly string[];
  readonly edge?: Edge;
  readonly fate: Fate;
}

export type Fate =
  | { readonly is: 'chosen' }
  /** It could be installed, and another one is better; or it is one of several that nobody can choose between. */
  | { readonly is: 'eligible'; readonly behind: Behind }
  /** Every reason, not the first only. */
  | { readonly is: 'ineligible'; readonly reasons: readonly Reason[] };

/** Why an eligible candidate was not chosen. */
export type Behind = 'deprecated' | 'lower-priority' | 'older' | 'ambiguous' | 'unsupported-dependency' | 'broken-catalog';

export type Reason = OwnReason | ({ readonly reason: 'unmet-dependency' } & UnmetDependency);
