/**
 * A bundle as data: what its files say, before anything is rendered. Readers make it, validators look at it, renderers turn it into objects.
 */
import type { JsonObject } from '../api';
import type { Finding } from '../schema/finding';
import type { ClusterServiceVersion } from './registry-v1/cluster-service-version';
import type { ChartMetadata } from './helm/metadata';

/** Formats that packages arrive in (S4). */
export type BundleFormat = 'registry+v1' | 'plain+v0' | 'helm';

/** The files of a bundle, wherever they come from: a directory, an image, an archive. Paths are relative, with `/`, sorted, without `..`. */
export interface BundleFiles {
  /** How people know where they come from: a directory, an image reference. */
  readonly origin: string;
  paths(): readonly string[];
  /** Undefined: there is no such file. */
  read(path: string): Buffer | undefined;
  /** What is wrong with the collection itself: links that leave it, too many files. Reading it as a bundle reports them. */
  readonly findings?: readonly Finding[];
}

/** One document of a manifest file. */
export interface BundleObject {
  readonly manifest: JsonObject;
  /** For messages: `manifests/keda.yaml:12 (document 2)`. */
  readonly origin: string;
}

/** A property or a dependency: type and any value. */
export interface TypedValue {
  readonly type: string;
  readonly value: unknown;
}

/** A chart, with what helm needs to render it. */
export interface Chart extends ChartMetadata {
  /** All files, by their path in the chart. */
  readonly files: BundleFiles;
  /** `values.yaml`; empty when there is none, or when only helm can read it. */
  readonly values: JsonObject;
}

export interface Bundle {
  readonly format: BundleFormat;
  readonly origin: string;
  /** `keda.v2.20.1`: the name of the ClusterServiceVersion; for other formats `<package>.v<version>`, or the package. */
  readonly name: string;
  readonly packageName: string;
  readonly version?: string;
  readonly release?: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  /** `metadata/annotations.yaml`; empty for other formats. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly properties: readonly TypedValue[];
  readonly dependencies: readonly TypedValue[];
  /** JSON Schema of the configuration, where the author gives one. */
  readonly configSchema?: JsonObject;
  /** registry+v1 only. */
  readonly csv?: ClusterServiceVersion;
  /** helm only. */
  readonly chart?: Chart;
  /** CustomResourceDefinitions; of a chart those in its `crds/`. */
  readonly crds: readonly BundleObject[];
  /** Everything else that is applied as it is written. */
  readonly others: readonly BundleObject[];
}

/** The bundle is there exactly when no finding is an error. */
export interface ReadResult {
  readonly findings: readonly Finding[];
  readonly bundle?: Bundle;
}
