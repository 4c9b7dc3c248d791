/** Labels that every object of an extension carries. */
import { isJsonObject, type JsonObject, LABEL_OWNER_KIND, LABEL_OWNER_NAME } from '../api';
import { sortKeys } from './canonical/canonicalise';

/** The value of LABEL_OWNER_KIND. */
export const OWNER_KIND = 'ClusterExtension';

/**
 * The object with the labels that name its extension; labels of that name with other values are replaced. Nothing that
 * changes from revision to revision is written on objects: an unchanged object stays unchanged over an upgrade.
 * Pod templates and selectors are left alone.
 */
export function stampOwnerLabels(object: JsonObject, extension: string): JsonObject {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const labels = isJsonObject(metadata['labels']) ? metadata['labels'] : {};
  const stamped = sortKeys({ ...metadata, labels: { ...labels, [LABEL_OWNER_KIND]: OWNER_KIND, [LABEL_OWNER_NAME]: extension } });
  return { ...object, metadata: stamped };
}
