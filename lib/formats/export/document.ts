/**
 * A bundle as one document, as `cdk8s synth` writes it: reviewable, pinned by snapshots, and never applied. `boxcutter bundle build` makes
 * a folder or an image of it.
 */
import { API_VERSION, asObject, type JsonObject } from '../../api';
import { type Issue, formatOrigin, type Origin } from '../../issue';
import type { BundleFiles } from '../bundle';
import { bundleFilesOf } from '../files/in-memory';
import type { CAPI_FORMAT, ExportFormat } from '../detect/known-formats';
import type { FileTexts } from './source';
import { exportIssue } from './wording';

/** Kind of the document. No cluster serves it. */
export const BUNDLE_FILES_KIND = 'BundleFiles';

export interface BundleDocument {
  readonly apiVersion: typeof API_VERSION;
  readonly kind: typeof BUNDLE_FILES_KIND;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly format: ExportFormat | typeof CAPI_FORMAT;
    readonly packageName: string;
    readonly version: string;
    readonly files: FileTexts;
  };
}

/** @param name tells it from other bundles of the same output */
export function bundleDocument(name: string, spec: BundleDocument['spec']): BundleDocument {
  const { format, packageName, version, files } = spec;
  return { apiVersion: API_VERSION, kind: BUNDLE_FILES_KIND, metadata: { name }, spec: { format, packageName, version, files } };
}

/** Whether an object is such a document, which belongs on no cluster. */
export function isBundleDocument(manifest: JsonObject): boolean {
  return manifest['kind'] === BUNDLE_FILES_KIND && manifest['apiVersion'] === API_VERSION;
}

/** The files in a document; with an error among the issues there are none. */
export function filesOfDocument(
  manifest: JsonObject, origin: Origin,
): { readonly issues: readonly Issue[]; readonly files?: BundleFiles } {
  const given = asObject(asObject(manifest['spec'])?.['files']);
  const entries = Object.entries(given ?? {});
  if (given === undefined || entries.some(([, text]) => typeof text !== 'string')) {
    return { issues: [exportIssue('bundle-document', { problem: 'files' }, { origin, path: ['spec', 'files'] })] };
  }
  try {
    return { issues: [], files: bundleFilesOf(formatOrigin(origin), entries as [string, string][]) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { issues: [exportIssue('bundle-document', { problem: 'path', reason: error.message }, { origin, path: ['spec', 'files'] })] };
  }
}
