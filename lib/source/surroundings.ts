/** What a source is configured for: what a cluster is asked, and how. Nothing here knows how a cluster is reached. */
import type { RecordedChoices } from '../api';
import type { ClusterFacts } from '../formats';

/** A package that is installed as an extension. */
export interface InstalledPackage {
  readonly packageName: string;
  readonly version?: string;
}

export type ScopeOf = (apiVersion: string, kind: string) => Promise<'namespaced' | 'cluster' | undefined>;

export interface Surroundings {
  readonly onNote: (note: string) => void;
  /** How a cluster is asked; absent: there is none. */
  readonly facts?: (() => Promise<ClusterFacts>) | undefined;
  /**
   * How it is asked where objects of a kind live that no schema here knows; undefined: it serves no such kind. Absent: objects of such
   * kinds stay as they are written, and whoever rolls them out gives them a namespace.
   */
  readonly scopeOf?: ScopeOf | undefined;
  /** How it is asked what was chosen the last time; absent: nothing is upgraded. */
  readonly recorded?: ((extension: string) => Promise<RecordedChoices | undefined>) | undefined;
  /** Which packages are installed, asked where a bundle needs some; absent: that is not known. */
  readonly packages?: (() => Promise<readonly InstalledPackage[]>) | undefined;
  /** Something is going to be written. @default false */
  readonly writes?: boolean | undefined;
  /** It is to be rolled out, or planned to be: what cannot be is refused. @default false */
  readonly rollsOut?: boolean | undefined;
  /** No registry and no other server is asked for content: what is kept on this machine has to do. @default false */
  readonly offline?: boolean | undefined;
  /** Objects of kinds that the cluster does not serve are left out. @default false: they are refused */
  readonly skipsUnserved?: boolean | undefined;
}
