/**
 * Migrations: old forms of blobs brought into newer ones. Levels are in order, and each does what those before it do. Source: opm, migrate
 * and `render --migrate-level`.
 */
import { asObject, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { isVersion } from '../../semver';
import { MANIFESTS_FOLDER } from '../../formats/files/manifest-paths';
import type { Issue } from '../../issue';
import { asString } from '../../schema';
import { parseDocuments } from '../../yaml';
import { CSV_METADATA, csvMetadata } from './csv-metadata';
import { renderIssue } from './issues';
import type { MigrationLevel } from './levels';
import { BUNDLE_OBJECT } from './property';

/**
 * The blob at a level. A bundle keeps its manifests where they are all that it has: without an image, or without a ClusterServiceVersion
 * among them.
 * @param issues a ClusterServiceVersion whose version is none is an error: OLM's types do not take it
 */
export function migrateBlob(blob: JsonObject, level: MigrationLevel, issues: Issue[]): JsonObject {
  if (level === 'none' || blob['schema'] !== 'olm.bundle' || (asString(blob['image']) ?? '') === '') return blob;
  const properties = Array.isArray(blob['properties']) ? (blob['properties'] as readonly JsonValue[]) : [];
  const isOf = (type: string) => (property: JsonValue): boolean => isJsonObject(property) && property['type'] === type;
  if (properties.some(isOf(CSV_METADATA))) return blob;
  const csv = properties.filter(isOf(BUNDLE_OBJECT)).map(objectIn).find((object) => object?.['kind'] === 'ClusterServiceVersion');
  if (csv === undefined) return blob;
  const [bundle, version] = [asString(blob['name']) ?? '', asString(asObject(csv['spec'])?.['version'])];
  if (version !== undefined && version !== '' && !isVersion(version)) {
    const origin = `${bundle} (${MANIFESTS_FOLDER})`;
    issues.push(renderIssue('catalog-csv-version', { bundle, version }, { origin, path: ['spec', 'version'], severity: 'error' }));
  }
  const kept = properties.filter((property) => !isOf(BUNDLE_OBJECT)(property));
  return { ...blob, properties: [...kept, { type: CSV_METADATA, value: csvMetadata(csv) }] };
}

/** The object in an `olm.bundle.object`: JSON or YAML, in base64. */
function objectIn(property: JsonValue): JsonObject | undefined {
  const data = asString(asObject(asObject(property)?.['value'])?.['data']);
  if (data === undefined) return undefined;
  const [document] = parseDocuments(Buffer.from(data, 'base64').toString(), BUNDLE_OBJECT).documents;
  return asObject(document?.value);
}
