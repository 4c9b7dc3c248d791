/**
 * The upgrade graph of a catalog as data: which bundle a channel lets follow which. Edges belong to the entries of a channel, so each
 * channel has a graph of its own, and a bundle that two channels list is a node in each.
 */
import type { VersionRelease } from '../../semver';

export interface UpgradeGraph {
  /** By name. Packages of which nothing is left are not there. */
  readonly packages: readonly GraphPackage[];
}

export interface GraphPackage {
  readonly name: string;
  /** Message of the publisher. Absent: the package is not deprecated. */
  readonly deprecation?: string;
  /** By name. */
  readonly channels: readonly GraphChannel[];
}

export interface GraphChannel {
  readonly name: string;
  readonly isDefault: boolean;
  readonly deprecation?: string;
  /** Newest first; entries without a known version come last. */
  readonly nodes: readonly GraphNode[];
  /** Bundles that no entry of this channel lists, and from which an edge leads into it. */
  readonly outsiders: readonly GraphOutsider[];
}

/** An entry of a channel. */
export interface GraphNode {
  /** Of the bundle. */
  readonly name: string;
  /** Absent: the catalog has no such bundle, or no version of it that can be read. */
  readonly version?: VersionRelease;
  /** No entry of the channel replaces or skips it. A valid channel has one head. */
  readonly isHead: boolean;
  /** An entry of the channel skips it. */
  readonly isSkipped: boolean;
  /** The channel lists it, and the catalog has no such bundle. */
  readonly isMissing: boolean;
  readonly deprecation?: string;
  readonly skipRange?: DeclaredRange;
  /** Edges that lead here: skips and skipRange in the order of the channel's blob, then replaces. */
  readonly edges: readonly GraphEdge[];
}

export interface DeclaredRange {
  /** As the entry has it. */
  readonly text: string;
  /** What cannot be read has no version in it. */
  readonly isReadable: boolean;
}

export interface GraphEdge {
  /** Name of a bundle: a node of the channel, or one of its outsiders. */
  readonly from: string;
  readonly kind: EdgeKind;
  /** OLM v0 does not take this edge: it drops skipped bundles from a channel together with the edges that lead to them. */
  readonly isIgnoredByV0: boolean;
}

/** `skipRange`: the range of the entry has the version of the bundle in it. */
export type EdgeKind = 'replaces' | 'skips' | 'skipRange';

export interface GraphOutsider {
  readonly name: string;
  readonly version?: VersionRelease;
  /** Channels of the package that list it, by name. Empty: none does. */
  readonly channels: readonly string[];
}
