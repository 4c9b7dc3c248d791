/**
 * A registry+v1 bundle as `olm.bundle`. As opm does, this judges nothing that a catalog can carry: a version that is none is written as it
 * is, and the validation of the catalog names it.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { defined } from '../../defined';
import type { BundleFiles } from '../../formats';
import { isVersion } from '../../semver';
import { readAnnotations } from '../../formats/metadata/annotations';
import { readConfigSchema } from '../../formats/metadata/config-schema-file';
import { ANNOTATIONS_FILE } from '../../formats/metadata/file-names';
import { goEscaped, goJson } from '../../api/go-json';
import type { Issue } from '../../issue';
import { asString } from '../../schema';
import { exactJson } from '../load/documents/exact-json';
import { CSV_METADATA, csvMetadata } from './csv-metadata';
import { schemaProperty } from './config-schema-property';
import { renderIssue } from './issues';
import type { PackageFace, RenderBlobOptions, RenderedBlob } from './options';
import { type BundleProperty, BUNDLE_OBJECT, distinctProperties } from './property';
import { type RegistryManifest, registryManifests } from './registry-manifests';
import { registryProperties } from './registry-properties';
import { relatedImagesOfCsv } from './related-images';

/** Undefined, with an error among the issues: the files are no bundle that a catalog could name. */
export function registryBlob(
  files: BundleFiles, { image = '', content = 'csv-metadata' }: RenderBlobOptions, issues: Issue[],
): Omit<RenderedBlob, 'issues'> | undefined {
  const annotations = annotationsOf(files, issues);
  const manifests = registryManifests(files, issues);
  const csv = serviceVersionOf(manifests, issues);
  if (annotations === undefined || csv === undefined) return undefined;
  const { packageName } = annotations;
  const name = asString(asObject(csv.manifest['metadata'])?.['name']) ?? '';
  const said: Issue[] = [];
  const properties = registryProperties(files, manifests, { name, packageName, csv }, said);
  issues.push(...said);
  if (packageName === '') issues.push(renderIssue('catalog-no-package', {}, { origin: ANNOTATIONS_FILE }));
  reportVersion(name, csv, issues);
  const schemaIssues: Issue[] = [];
  const schema = readConfigSchema(files, schemaIssues);
  issues.push(...schemaIssues.map((issue): Issue => ({ ...issue, severity: 'warning' })));
  const bulky = content === 'bundle-objects' || image === '' ? objectProperties(manifests) : [metadataProperty(csv)];
  const blob: JsonObject = {
    schema: 'olm.bundle',
    name,
    package: packageName,
    image,
    properties: [...distinctProperties([...properties, ...schemaProperty(schema, issues)]), ...bulky] as unknown as JsonValue,
    relatedImages: relatedImagesOfCsv(csv.manifest, image) as unknown as JsonValue,
  };
  return { blob, about: faceOf(csv) };
}

function faceOf({ manifest }: RegistryManifest): PackageFace {
  const spec = asObject(manifest['spec']) ?? {};
  const [first] = Array.isArray(spec['icon']) ? spec['icon'].filter(isJsonObject) : [];
  const [base64data, mediatype] = [asString(first?.['base64data']) ?? '', asString(first?.['mediatype']) ?? ''];
  return { ...defined({ description: asString(spec['description']), icon: base64data === '' ? undefined : { base64data, mediatype } }) };
}

function annotationsOf(files: BundleFiles, issues: Issue[]): ReturnType<typeof readAnnotations> {
  if (!files.paths().includes(ANNOTATIONS_FILE)) {
    issues.push(renderIssue('catalog-no-annotations', {}, { origin: ANNOTATIONS_FILE }));
    return undefined;
  }
  return readAnnotations(files, issues);
}

function serviceVersionOf(manifests: readonly RegistryManifest[], issues: Issue[]): RegistryManifest | undefined {
  const [first, ...more] = manifests.filter(({ manifest }) => manifest['kind'] === 'ClusterServiceVersion');
  for (const { origin } of more) issues.push(renderIssue('catalog-more-csvs', {}, { origin }));
  if (first === undefined) {
    issues.push(renderIssue(manifests.length === 0 ? 'catalog-no-manifests' : 'catalog-no-csv', {}, { origin: 'manifests/' }));
  }
  return first;
}

function reportVersion(bundle: string, { manifest, origin }: RegistryManifest, issues: Issue[]): void {
  const version = asString(asObject(manifest['spec'])?.['version']) ?? '';
  if (!isVersion(version)) issues.push(renderIssue('catalog-csv-version', { bundle, version }, { origin, path: ['spec', 'version'] }));
}

/** One of each manifest, to the byte as Go writes the object. */
function objectProperties(manifests: readonly RegistryManifest[]): readonly BundleProperty[] {
  return manifests.map(({ manifest, exact }) => {
    const text = exact === undefined ? goJson(JSON.parse(canonicalJson(manifest))) : goEscaped(exactJson(exact));
    return { type: BUNDLE_OBJECT, value: { data: Buffer.from(text).toString('base64') } };
  });
}

function metadataProperty({ manifest }: RegistryManifest): BundleProperty {
  return { type: CSV_METADATA, value: csvMetadata(manifest) };
}
