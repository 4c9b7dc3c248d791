/**
 * The format plain+v0: a flat folder `manifests/` with any objects, at least one. The format knows no metadata; what stands in
 * `metadata/` is read when it is there, so that a plain bundle can have a package, a version and a configuration.
 */
import { asObject } from '../../api';
import type { Finding } from '../../issue';
import { type AnnotationsFile, ANNOTATIONS_FILE, readAnnotations } from '../metadata/annotations';
import type { BundleFiles, ReadAs, TypedValue } from '../bundle';
import type { PlainBundle } from './bundle';
import { readConfigSchema } from '../metadata/config-schema-file';
import { readDependencies } from '../metadata/dependencies';
import { isDefinition, manifestPaths, readManifests } from '../files/manifests';
import { defined } from '../../defined';
import { mergedProperties, readProperties } from '../metadata/properties';
import { hasErrors } from '../report';
import { checkVersion } from '../metadata/check-version';
import { plainFinding } from './wording';

/** Reads and validates a plain+v0 bundle. */
export function readPlainV0(files: BundleFiles): ReadAs<PlainBundle> {
  const findings: Finding[] = [...(files.findings ?? [])];
  const manifests = manifestPaths(files);
  if (manifests.length === 0) findings.push(plainFinding('bundle-layout', { missing: 'plain-manifests' }, { origin: 'manifests/' }));
  const file = files.paths().includes(ANNOTATIONS_FILE) ? readAnnotations(files, findings) : undefined;
  const properties = mergedProperties(readProperties(files, findings));
  const dependencies = readDependencies(files, findings);
  const configSchema = readConfigSchema(files, findings);
  const objects = readManifests(files, findings);
  if (objects.length === 0 && manifests.length > 0 && !hasErrors(findings)) {
    findings.push(plainFinding('bundle-empty', {}, { origin: 'manifests/' }));
  }
  const { packageName, version, release } = identityOf(files, file, properties);
  if (version !== undefined) findings.push(...checkVersion(version, release, { origin: 'metadata/properties.yaml', path: ['properties'] }));
  if (hasErrors(findings)) return { findings };
  return {
    findings,
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
      crds: objects.filter(isDefinition),
      others: objects.filter((object) => !isDefinition(object)),
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
    packageName: text('packageName') ?? (file?.packageName || nameOfOrigin(files.origin)),
    version: text('version'),
    release: text('release'),
  };
}

/** `memcached` for `registry.example/team/memcached:v1@sha256:…` and for `./bundles/memcached/`. */
function nameOfOrigin(origin: string): string {
  const last = origin.replace(/@.*$/, '').split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..').at(-1) ?? '';
  const name = last.replace(/:.*$/, '').replace(/\.(?:tgz|tar|tar\.gz)$/i, '').toLowerCase().replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return name === '' ? 'bundle' : name;
}
