/** Entry point `cdk8s-boxcutter/bundle`: the formats of packages, with everything that is wrong in words. */
import type { JsonObject } from '../api';
import * as formats from '../formats';
import { inWords, type InWords, findingsOf as wordedFindings } from '../in-words';
import type { Finding, Issue, Origin } from '../issue';

export * from '../formats';
export { type Finding, formatFinding, formatFindings, formatOrigin, type Issue, type Origin } from '../issue';

export type ReadResult = InWords<formats.ReadResult>;
export type RenderResult = InWords<formats.RenderResult>;
export type TriedRendering = InWords<formats.TriedRendering>;
export type BundleConfig = InWords<formats.BundleConfig>;
export type TargetNamespaces = InWords<formats.TargetNamespaces>;
export type ExportResult = InWords<formats.ExportResult>;

/** Issues about bundles and their objects in words. */
export function findingsOf(issues: readonly Issue[]): readonly Finding[] {
  return wordedFindings(issues, formats.formatsWording);
}

/**
 * Reads and validates a bundle. All that is wrong is in the findings; the bundle is there exactly when none of them is an error. Never
 * throws for what the files hold; a file that the machine cannot read is the error of {@link formats.bundleFilesFromDirectory}.
 */
export function readBundle(files: formats.BundleFiles, options: formats.ReadOptions = {}): ReadResult {
  return inWords(formats.readBundle(files, options), formats.formatsWording);
}

/** All that is wrong with the content of a bundle by the rules of its format; only registry+v1 has some (docs/bundles.md). */
export function validateBundle(bundle: formats.Bundle): readonly Finding[] {
  return findingsOf(formats.validateBundle(bundle));
}

/**
 * Advice to the author of a registry+v1 bundle, all of it warnings: how the package presents itself, and what makes trouble in a cluster.
 * Reading a bundle does not give it.
 *
 * @param files those of the bundle, to look at their size, too, and to name lines
 */
export function lintBundle(bundle: formats.Bundle, files?: formats.BundleFiles): readonly Finding[] {
  const issues = formats.lintBundle(bundle, files);
  return findingsOf(files === undefined ? issues : formats.placeIssues(files, issues));
}

/**
 * Renders and compiles a bundle with as little configuration as it can do with, in the namespace that its author suggests, or else in one
 * that is made up. That the definitions of kinds are not at hand is not said: the bundle is not to blame for it, nor for values that only
 * its users know.
 *
 * @param files those that the bundle was read from
 * @throws BoxcutterError `helm-too-old`, category server
 */
export function tryRendering(bundle: formats.Bundle, files: formats.BundleFiles): TriedRendering {
  return inWords(formats.tryRendering(bundle, files), formats.formatsWording);
}

/**
 * Objects of a bundle for an install namespace and a configuration: what a revision is compiled from. Nothing is thrown for a bad bundle
 * or a bad configuration; all that is wrong is among the findings (docs/bundle-rendering.md).
 *
 * @param bundle registry+v1, or plain+v0, whose objects are given back as they are, or a chart, which the helm program renders
 * (docs/charts.md)
 * @throws BoxcutterError `helm-missing` and `helm-too-old`, category server, for charts
 */
export function renderBundle(bundle: formats.Bundle, options: formats.RenderOptions): RenderResult {
  return inWords(formats.renderBundle(bundle, options), formats.formatsWording);
}

/**
 * Checks a configuration against the bundle's schema and fills in defaults. For registry+v1, whose rendering reads two keys, those are
 * checked against the generated schema also when the author gives one that says otherwise.
 *
 * @param config undefined counts as no configuration
 */
export function checkBundleConfig(bundle: formats.Bundle, config: unknown, options: formats.BundleConfigOptions): BundleConfig {
  return inWords(formats.checkBundleConfig(bundle, config, options), formats.formatsWording);
}

/**
 * Namespaces that the operator is to watch. A bundle that cannot watch all of them is never given one by default: a later version of it
 * that can would silently get rights in the whole cluster (docs/requirements.md, configuration).
 */
export function targetNamespaces(bundle: formats.RegistryBundle, installNamespace: string, config: JsonObject): TargetNamespaces {
  return inWords(formats.targetNamespaces(bundle, installNamespace, config), formats.formatsWording);
}

/**
 * Writes a package as a bundle, in memory. The same source gives the same bytes. Before anything is given out it is read back, rendered,
 * and compared with the package's objects; nothing is thrown for what the source holds, all that is wrong is among the findings.
 *
 * What has no place in the format is an error, not left out (docs/package-export.md).
 */
export function exportBundle(source: formats.ExportSource): ExportResult {
  return inWords(formats.exportBundle(source), formats.formatsWording);
}

/** The files in a document that `cdk8s synth` wrote; with an error among the findings there are none. */
export function filesOfDocument(manifest: JsonObject, origin: Origin): InWords<ReturnType<typeof formats.filesOfDocument>> {
  return inWords(formats.filesOfDocument(manifest, origin), formats.formatsWording);
}
