/**
 * The format registry+v1: `manifests/` with one ClusterServiceVersion, CRDs and other objects, `metadata/annotations.yaml`, and
 * optionally dependencies and properties. What the files say is read here; whether it makes sense is for the validators.
 */
import { hasErrors, isError, type Issue } from '../../issue';
import { buildMetadataOf, releaseProblem } from '../../semver';
import { type AnnotationsFile, PACKAGE, readAnnotations } from '../metadata/annotations';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import { checkAnnotations } from './annotations';
import type { BundleFiles, BundleObject, ReadAs, ReadOptions } from '../bundle';
import type { RegistryBundle } from './bundle';
import type { ClusterServiceVersion } from './cluster-service-version';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readServiceVersion } from './csv';
import { readDependencies } from '../metadata/dependencies';
import { holdsDefinition, readManifests } from '../files/manifests';
import { manifestPaths } from '../files/manifest-paths';
import { defined } from '../../defined';
import { annotatedProperties, mergedProperties, readProperties } from '../metadata/properties';
import { addAll } from '../report';
import { registryIssue } from './registry-issue';
import { isHarmless } from '../../yaml';
import { judge } from '../tolerate';
import { validateRegistryV1 } from './validators';

/** Reads and validates a registry+v1 bundle. */
export function readRegistryV1(files: BundleFiles, { forInstall = false }: ReadOptions = {}): ReadAs<RegistryBundle> {
  const issues: Issue[] = [...(files.issues ?? []), ...checkLayout(files)];
  const file = readAnnotations(files, issues);
  if (file !== undefined) addAll(issues, checkAnnotations(file));
  const dependencies = readDependencies(files, issues);
  const written = readProperties(files, issues);
  const configSchema = readConfigSchema(files, issues);
  const ofManifests: Issue[] = [];
  const objects = readManifests(files, ofManifests);
  addAll(issues, ofManifests);
  const unreadable = issues.some((issue) => isError(issue) && !isHarmless(issue));

  const csv = serviceVersionOf(objects, issues, unreadable);
  if (csv === undefined) return { issues };
  const properties = mergedProperties(annotatedProperties(csv.annotations, csv.origin, issues), written);
  const bundle = assemble(files.origin, csv, file, { properties, dependencies, ...defined({ configSchema }) }, objects);
  // What only follows from an issue that is reported already: the annotation with the package is not there, a manifest cannot be read.
  const following = new Set<string>();
  if (file?.annotations[PACKAGE] === undefined) following.add('package-name');
  if (ofManifests.some((issue) => isError(issue) && !isHarmless(issue))) following.add('owned-crd-missing');
  addAll(issues, validateRegistryV1(bundle).filter(({ code }) => !following.has(code)));
  const judged = judge(issues, forInstall, isDroppedByOlm);
  return hasErrors(judged.issues) ? judged : { ...judged, bundle };
}

/** OLM converts what it is given to the one version that it knows, and drops what its types do not have. */
function isDroppedByOlm({ code, path }: Issue): boolean {
  return code === 'csv-unknown-field' || (code === 'csv-invalid' && path.length === 1 && path[0] === 'apiVersion');
}

function checkLayout(files: BundleFiles): Issue[] {
  const issues: Issue[] = [];
  const paths = files.paths();
  if (manifestPaths(files).length === 0) {
    issues.push(registryIssue('bundle-layout', { missing: 'manifests' }, { origin: 'manifests/' }));
  }
  if (!paths.some((path) => path.startsWith('metadata/'))) {
    issues.push(registryIssue('bundle-layout', { missing: 'metadata' }, { origin: 'metadata/' }));
  } else if (!paths.includes(ANNOTATIONS_FILE)) {
    issues.push(registryIssue('bundle-layout', { missing: 'annotations' }, { origin: ANNOTATIONS_FILE }));
  }
  return issues;
}

/**
 * The one ClusterServiceVersion (docs/requirements.md, bundles and catalogs). It is not missed where files could not be read: it may be
 * in one of those.
 */
function serviceVersionOf(objects: readonly BundleObject[], issues: Issue[], unreadable: boolean): ClusterServiceVersion | undefined {
  const [first, ...more] = objects.filter(isServiceVersion);
  if (first === undefined) {
    if (!unreadable) issues.push(registryIssue('csv-missing', {}, { origin: 'manifests/' }));
    return undefined;
  }
  for (const other of more) {
    issues.push(registryIssue('csv-duplicate', { first: first.origin }, { origin: other.origin }));
  }
  return readServiceVersion(first, issues);
}

function isServiceVersion({ manifest }: BundleObject): boolean {
  return manifest.kind === 'ClusterServiceVersion';
}

function assemble(
  origin: string,
  csv: ClusterServiceVersion,
  file: AnnotationsFile | undefined,
  parts: Pick<RegistryBundle, 'properties' | 'dependencies' | 'configSchema'>,
  objects: readonly BundleObject[],
): RegistryBundle {
  return {
    format: 'registry+v1',
    origin,
    name: csv.name,
    packageName: file?.packageName ?? '',
    version: csv.version,
    ...defined({ release: releaseOf(csv), defaultChannel: file?.defaultChannel }),
    channels: file?.channels ?? [],
    annotations: file?.annotations ?? {},
    ...parts,
    csv,
    crds: objects.filter(holdsDefinition),
    others: objects.filter((object) => !holdsDefinition(object) && !isServiceVersion(object)),
  };
}

/** The release as it is written; without it, where the bundle substitutes for another, the build metadata of the version (as in opm). */
function releaseOf(csv: ClusterServiceVersion): string | undefined {
  if (csv.release !== undefined && csv.release !== '') return csv.release;
  if (csv.annotations['olm.substitutesFor'] === undefined) return undefined;
  const build = buildMetadataOf(csv.version);
  return build !== undefined && releaseProblem(build) === undefined ? build : undefined;
}
