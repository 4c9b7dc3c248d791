/**
 * A bundle as data, whatever its format: what its files say, before anything is rendered. Readers make it, rules look at it, renderers turn
 * it into objects. What only one format has is declared in the folder of that format, and `list.ts` has all of them.
 */
import type { JsonObject } from '../api';
import type { Issue, Origin } from '../issue';

/**
 * The files of a bundle, wherever they come from: a directory, an image, an archive. Paths are relative, with `/`, sorted, without `..`.
 */
export interface BundleFiles {
  /** How people know where they come from: a directory, an image reference. */
  readonly origin: string;
  /**
   * How the place itself is called: the name of a folder, of a file without its ending, the last part of an image's repository. A bundle
   * that names no package is called so. @default none
   */
  readonly name?: string;
  paths(): readonly string[];
  /** Undefined: there is no such file. */
  read(path: string): Buffer | undefined;
  /** What is wrong with the collection itself: links that leave it, too many files. Reading it as a bundle reports them. */
  readonly issues?: readonly Issue[];
}

/** One document of a manifest file. */
export interface BundleObject {
  readonly manifest: JsonObject;
  /** `manifests/keda.yaml:12 (document 2)`. */
  readonly origin: Origin;
}

/** A property or a dependency: type and any value. */
export interface TypedValue {
  readonly type: string;
  readonly value: unknown;
}

/** What bundles of all formats have. */
export interface CommonBundle {
  /** Name of the format: `registry+v1`. */
  readonly format: string;
  /** How people know where its files come from. */
  readonly origin: string;
  /** `keda.v2.20.1`: the name of the ClusterServiceVersion; for other formats `<package>.v<version>`, or the package. */
  readonly name: string;
  readonly packageName: string;
  readonly version?: string;
  readonly release?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  /** `metadata/annotations.yaml`; empty where there is none. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly properties: readonly TypedValue[];
  readonly dependencies: readonly TypedValue[];
  /** JSON Schema of the configuration, where the author gives one. */
  readonly configSchema?: JsonObject;
  /** CustomResourceDefinitions; of a chart those in its `crds/`. */
  readonly crds: readonly BundleObject[];
  /** Everything else that is applied as it is written. */
  readonly others: readonly BundleObject[];
}

export interface ReadOptions {
  /**
   * The bundle is to be installed, not judged: mistakes with which OLM installs it, and with which nothing is lost, are warnings (another
   * `apiVersion` of the ClusterServiceVersion, a `metadata/dependencies.yaml` that is wrong). @default false
   */
  readonly forInstall?: boolean;
}

/** What reading gives. The bundle is there exactly when no issue is an error. */
export interface ReadAs<B extends CommonBundle> {
  readonly issues: readonly Issue[];
  /** Those of the issues that are errors for the author, and warnings for who installs it. @default none */
  readonly overlooked?: readonly Issue[];
  readonly bundle?: B;
}
