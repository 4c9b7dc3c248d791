/** What a user names, once it is opened: a union, as each kind is configured and compiled in its own way. */
import type { BundleProperty, CatalogChoice, JsonObject, KubeObject, ResolvedRevision, RevisionManifest } from '../api';
import type { Bundle, BundleFiles } from '../formats';
import type { Origin } from '../issue';
import type { LoadedObject } from '../yaml';
import type { PackageConfig } from './project/package-config';

export type Source = ObjectsSource | RevisionSource | BundleSource;

export type SourceKind = Source['kind'];

/** Plain Kubernetes objects. */
export interface ObjectsSource {
  readonly kind: 'objects';
  /** As the user named it. */
  readonly path: string;
  readonly objects: readonly LoadedObject[];
}

/** A ClusterExtensionRevision in its rollout shape, with the Secrets beside it. */
export interface RevisionSource {
  readonly kind: 'revision';
  readonly path: string;
  readonly revision: LoadedRevision;
  readonly secrets: readonly LoadedObject[];
  /** Of a package of a project: what the user configured for it. */
  readonly configured?: PackageConfig;
}

export interface LoadedRevision {
  readonly manifest: RevisionManifest;
  /** The same, as it was read. */
  readonly document: JsonObject;
  readonly origin: Origin;
}

/** A bundle, whatever its format. */
export interface BundleSource {
  readonly kind: 'bundle';
  readonly path: string;
  readonly bundle: Bundle;
  /** What it was read from. */
  readonly files: BundleFiles;
  /** Where it came from a registry: reference with digest. */
  readonly reference?: string;
  /** How a catalog chose it. Absent: the user named it. */
  readonly chosen?: ChosenBundle;
}

/** What a catalog says of a bundle that was chosen from it. */
export interface ChosenBundle {
  /** By this name the edges of the catalog know it. */
  readonly name: string;
  readonly version?: string;
  readonly release?: string;
  readonly properties: readonly BundleProperty[];
  readonly catalog: CatalogChoice;
}

/** What a source is in the end. */
export interface Compiled {
  readonly resolved: ResolvedRevision;
  /** The revision and the Secrets with its content, as they are written. */
  readonly documents: () => readonly KubeObject[];
}
