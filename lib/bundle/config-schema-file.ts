/** The JSON Schema of the configuration that an author puts into a bundle of any format, at `metadata/config-schema.json` or `.yaml`. */
import type { JsonObject } from '../api';
import type { Finding } from '../schema/finding';
import type { BundleFiles } from './bundle';
import { firstOf, metadataDocument } from './text';

const FILES = ['metadata/config-schema.json', 'metadata/config-schema.yaml'] as const;

/** The schema as it is written; whether it can be used is checked when a configuration is. */
export function readConfigSchema(files: BundleFiles, findings: Finding[]): JsonObject | undefined {
  const path = firstOf(files, FILES);
  return path === undefined ? undefined : metadataDocument(files, path, findings)?.value;
}
