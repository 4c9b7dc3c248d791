/** What several say about a package, as one. */
import { type BundleMetadata, METADATA_FIELDS } from '../detect/known-formats';

/** The later holds. Other members of theirs, and those that are undefined, are left out. */
export function mergedMetadata(...sources: readonly BundleMetadata[]): BundleMetadata {
  const fieldsOf = (source: BundleMetadata) =>
    METADATA_FIELDS.flatMap((field) => (source[field] === undefined ? [] : [[field, source[field]] as const]));
  return Object.fromEntries(sources.flatMap(fieldsOf)) as BundleMetadata;
}
