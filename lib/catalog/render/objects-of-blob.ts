/** A bundle that is whole in its catalog: its manifests are properties of its blob, so that no image is needed to install it. */
import { asObject, isDefinition, isJsonObject, type JsonObject, type JsonValue, nameOf, PROPERTY_CONFIG_SCHEMA } from '../../api';
import { asString } from '../../schema';
import { parseDocuments } from '../../yaml';
import { ANNOTATIONS_FILE, DEPENDENCIES_FILES, SCHEMA_FILES } from '../../formats/metadata/file-names';
import { CHANNELS, MANIFESTS, MEDIA_TYPE, METADATA, PACKAGE } from '../../formats/metadata/annotations';
import { MANIFESTS_FOLDER } from '../../formats/files/manifest-paths';
import { MEDIA_TYPE_PROPERTY, OLM_FORMAT } from './bundle-format';
import { BUNDLE_OBJECT } from './property';

/** A bundle in its catalog. */
export interface CarryingBlob {
  /** An `olm.bundle`, whole. */
  readonly blob: JsonObject;
  /** Those that list it. */
  readonly channels: readonly string[];
}

/** Why the objects of a blob are no bundle. */
export type IncompleteBlob =
  /** It carries no manifest at all. */
  | { readonly found: 'no-objects' }
  /** Only bundles of registry+v1 are carried in catalogs. */
  | { readonly found: 'other-format'; readonly format: string }
  /** So many. There has to be one. */
  | { readonly found: 'service-versions'; readonly count: number }
  /** Definitions that the ClusterServiceVersion owns, and that are not there. */
  | { readonly found: 'definitions-missing'; readonly names: readonly string[] };

export type BlobFiles =
  /** By path. */
  | { readonly files: ReadonlyMap<string, string>; readonly incomplete?: undefined }
  | { readonly incomplete: IncompleteBlob };

/** The files of the bundle whose blob carries all of its manifests. Whether they can be installed, reading them as a bundle says. */
export function filesOfBlob({ blob, channels }: CarryingBlob): BlobFiles {
  const properties = Array.isArray(blob['properties']) ? (blob['properties'] as readonly JsonValue[]).filter(isJsonObject) : [];
  const valuesOf = (type: string): readonly (JsonValue | undefined)[] => (
    properties.filter((property) => property['type'] === type).map(({ value }) => value)
  );
  const format = asString(valuesOf(MEDIA_TYPE_PROPERTY)[0]);
  if (format !== undefined && format !== OLM_FORMAT) return { incomplete: { found: 'other-format', format } };
  const texts = valuesOf(BUNDLE_OBJECT).flatMap((value) => {
    const data = asString(asObject(value)?.['data']);
    return data === undefined ? [] : [Buffer.from(data, 'base64').toString()];
  });
  if (texts.length === 0) return { incomplete: { found: 'no-objects' } };
  const incomplete = incompleteness(texts.map((text) => asObject(parseDocuments(text, BUNDLE_OBJECT).documents[0]?.value)));
  if (incomplete !== undefined) return { incomplete };
  const manifests = texts.map((text, index) => [`${MANIFESTS_FOLDER}object-${String(index + 1).padStart(3, '0')}.yaml`, text] as const);
  const [schema] = valuesOf(PROPERTY_CONFIG_SCHEMA);
  const annotations = {
    [MEDIA_TYPE]: OLM_FORMAT, [MANIFESTS]: MANIFESTS_FOLDER, [METADATA]: 'metadata/', [PACKAGE]: asString(blob['package']) ?? '',
    [CHANNELS]: channels.join(','),
  };
  return {
    files: new Map([
      ...manifests,
      [ANNOTATIONS_FILE, JSON.stringify({ annotations })],
      [DEPENDENCIES_FILES[0], JSON.stringify({ dependencies: dependenciesIn(properties) })],
      ...(schema === undefined ? [] : [[SCHEMA_FILES[0], JSON.stringify(schema)] as const]),
    ]),
  };
}

/** What cannot be read as an object is left to the reader of bundles, which says why. */
function incompleteness(objects: readonly (JsonObject | undefined)[]): IncompleteBlob | undefined {
  const [csv, ...more] = objects.filter((object) => object?.['kind'] === 'ClusterServiceVersion');
  if (csv === undefined || more.length > 0) return { found: 'service-versions', count: more.length + (csv === undefined ? 0 : 1) };
  const there = new Set(objects.flatMap((object) => (object !== undefined && isDefinition(object) ? [nameOf(object)] : [])));
  const owned = asObject(asObject(csv['spec'])?.['customresourcedefinitions'])?.['owned'];
  const names = (Array.isArray(owned) ? (owned as readonly JsonValue[]) : []).flatMap((entry) => asString(asObject(entry)?.['name']) ?? []);
  const missing = [...new Set(names)].filter((name) => !there.has(name));
  return missing.length === 0 ? undefined : { found: 'definitions-missing', names: missing };
}

/** As a bundle has them: what a catalog calls required is a dependency there. */
function dependenciesIn(properties: readonly JsonObject[]): readonly JsonObject[] {
  return properties.flatMap(({ type, value = null }) => {
    switch (type) {
      case 'olm.gvk.required':
        return [{ type: 'olm.gvk', value }];
      case 'olm.package.required': {
        const { packageName = '', versionRange = '' } = asObject(value) ?? {};
        return [{ type: 'olm.package', value: { packageName, version: versionRange } }];
      }
      case 'olm.constraint':
        return [{ type, value }];
      default:
        return [];
    }
  });
}
