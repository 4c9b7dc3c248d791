/** The JSON Schema of the configuration that an author puts into a bundle of any format, at `metadata/config-schema.json` or `.yaml`. */
import type { JsonObject } from '../../api';
import { checkConfigSchema } from '../../config';
import type { Issue } from '../../issue';
import type { BundleFiles } from '../bundle';
import { firstOf, metadataDocument } from '../files/text';
import { SCHEMA_FILES } from './file-names';

/**
 * The schema as it is written. One that cannot be used is an error: the bundle could not be installed with any configuration, nor without.
 */
export function readConfigSchema(files: BundleFiles, issues: Issue[]): JsonObject | undefined {
  const path = firstOf(files, SCHEMA_FILES);
  const schema = path === undefined ? undefined : metadataDocument(files, path, issues)?.value;
  if (path === undefined || schema === undefined) return undefined;
  for (const issue of checkConfigSchema(schema, { bundle: files.origin })) {
    issues.push({ ...issue, origin: { source: path } });
  }
  return schema;
}
