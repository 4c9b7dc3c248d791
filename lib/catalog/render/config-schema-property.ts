/** The configuration schema of a bundle as a property of it in a catalog, so that what can be configured is known without the image. */
import { type JsonObject, MAX_CONFIG_SCHEMA_PROPERTY, PROPERTY_CONFIG_SCHEMA } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { SCHEMA_FILES } from '../../formats/metadata/file-names';
import type { Issue } from '../../issue';
import { renderIssue } from './issues';
import type { BundleProperty } from './property';

/** None for a bundle without a schema of its author, and for one whose schema is too large, which is a warning. */
export function schemaProperty(schema: JsonObject | undefined, issues: Issue[]): readonly BundleProperty[] {
  if (schema === undefined) return [];
  const bytes = Buffer.byteLength(canonicalJson(schema));
  if (bytes <= MAX_CONFIG_SCHEMA_PROPERTY) return [{ type: PROPERTY_CONFIG_SCHEMA, value: schema }];
  issues.push(renderIssue('catalog-config-schema-large', { bytes, limit: MAX_CONFIG_SCHEMA_PROPERTY }, { origin: SCHEMA_FILES[0] }));
  return [];
}
