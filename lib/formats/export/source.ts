/** What an export takes and gives. */
import type { JsonObject } from '../../api';
import type { SourceObject } from '../../revision';
import type { Issue, Origin } from '../../issue';
import { nameOfVersion } from '../../semver';
import type { BundleMetadata } from '../detect/known-formats';

/** A package as an export takes it, whatever the format. */
export interface ExportContent {
  readonly packageName: string;
  /** A semantic version. */
  readonly version: string;
  /** Where the package's objects are. registry+v1 goes wherever it is installed, so all namespaced objects have to be here. */
  readonly installNamespace: string;
  readonly objects: readonly SourceObject[];
  readonly metadata?: BundleMetadata;
  /** The package's configuration schema, and the configuration that the objects were built with. */
  readonly configuration?: { readonly schema: JsonObject; readonly value: JsonObject };
  /** Kubernetes minor version that the objects are checked against. @default the newest in the package */
  readonly kubernetesVersion?: string;
}

/** Texts by path: sorted, relative, with `/`. */
export type FileTexts = Readonly<Record<string, string>>;

/** With an error among the issues there are no files. */
export interface ExportResult {
  readonly issues: readonly Issue[];
  readonly files?: FileTexts;
}

/** One object of the package, in canonical form. */
export interface ExportObject {
  readonly manifest: JsonObject;
  readonly origin: Origin;
}

/** Name of the bundle: of the ClusterServiceVersion, where there is one. */
export function bundleNameOf({ packageName, version }: Pick<ExportContent, 'packageName' | 'version'>): string {
  return `${packageName}.v${nameOfVersion(version)}`;
}
