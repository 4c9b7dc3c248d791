/**
 * The format plain+v0: a flat folder `manifests/` with any objects, at least one. The format knows no metadata; what stands in
 * `metadata/` is read when it is there, so that a plain bundle can have a package, a version and a configuration.
 */
import { asObject } from '../../api';
import { hasErrors, type Issue } from '../../issue';
import { type AnnotationsFile, readAnnotations } from '../metadata/annotations';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import type { BundleFiles, ReadAs, ReadOptions, TypedValue } from '../bundle';
import type { PlainBundle } from './bundle';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readDependencies } from '../metadata/dependencies';
import { holdsDefinition, readManifests } from '../files/manifests';
import { manifestPaths } from '../files/manifest-paths';
import { defined } from '../../defined';
import { mergedProperties, readProperties } from '../metadata/properties';
import { checkVersion } from '../metadata/check-version';
import { judge } from '../tolerate';
import { plainIssue } from './wording';

/** Reads and validates a plain+v0 bundle. */
export function readPlainV0(files: BundleFiles, { forInstall = false }: ReadOptions = {}): ReadAs<PlainBundle> {
  const issues: Issue[] = [...(files.issues ?? [])];
  const manifests = manifestPaths(files);
  if (manifests.length === 0) issues.push(plainIssue('bundle-layout', { missing: 'plain-manifests' }, { origin: 'manifests/' }));
  const file = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, issues) : undefined;
  const properties = mergedProperties(readProperties(files, issues));
  const dependencies = readDependencies(files, issues);
  const configSchema = readConfigSchema(files, issues);
  const objects = readManifests(files, issues);
  if (objects.length === 0 && manifests.length > 0 && !hasErrors(issues)) {
    issues.push(plainIssue('bundle-empty', {}, { origin: 'manifests/' }));
  }
  const { packageName, version, release } = identityOf(files, file, properties);
  if (version !== undefined) issues.push(...checkVersion(version, release, { origin: 'metadata/properties.yaml', path: ['properties'] }));
  const judged = judge(issues, forInstall);
  if (hasErrors(judged.issues)) return judged;
  return {
    ...judged,
    bundle: {
      format: 'plain+v0',
      origin: files.origin,
      name: version === undefined ? packageName : `${packageName}.v${version}`,
      packageName,
      ...defined({ version, release, defaultChannel: file?.defaultChannel, configSchema }),
      channels: file?.channels ?? [],
      annotations: file?.annotations ?? {},
      properties,
      dependencies,
      crds: objects.filter(holdsDefinition),
      others: objects.filter((object) => !holdsDefinition(object)),
    },
  };
}

/** The property `olm.package`, the annotations, or the name of the folder or image, in this order. */
function identityOf(files: BundleFiles, file: AnnotationsFile | undefined, properties: readonly TypedValue[]) {
  const value = asObject(properties.find(({ type }) => type === 'olm.package')?.value);
  const text = (key: string): string | undefined => {
    const given = value?.[key];
    return typeof given === 'string' && given !== '' ? given : undefined;
  };
  return {
    packageName: text('packageName') ?? (file?.packageName || packageNameFor(files.name)),
    version: text('version'),
    release: text('release'),
  };
}

/** A name of a package that comes closest to the name of a folder, file or image. */
function packageNameFor(name = ''): string {
  const allowed = name.toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return allowed === '' ? 'bundle' : allowed;
}
