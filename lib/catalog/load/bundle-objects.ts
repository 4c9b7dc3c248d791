/** The manifests of a bundle that are properties of its blob: `olm.bundle.object`, base64 of JSON or YAML. */
import { isJsonObject, type JsonObject } from '../../api';
import type { Segment } from '../../issue';
import { parseDocuments } from '../../yaml';
import type { Fields } from './fields';

/** The base64 text of a property that is one. */
export function requireObjects(property: JsonObject, path: readonly Segment[], fields: Fields): readonly string[] {
  const value = fields.object(property, 'value', path);
  const data = value === undefined ? '' : fields.text(value, 'data', [...path, 'value']);
  return data !== '' && fields.isBase64(data, [...path, 'value', 'data']) ? [data] : [];
}

/** The first ClusterServiceVersion among objects. Those that cannot be read are passed over. */
export function csvOf(objects: readonly string[]): JsonObject | undefined {
  for (const data of objects) {
    const bytes = Buffer.from(data, 'base64');
    if (!bytes.includes('ClusterServiceVersion')) continue;
    const object = parsed(bytes.toString('utf8'));
    if (object?.['kind'] === 'ClusterServiceVersion') return object;
  }
  return undefined;
}

function parsed(text: string): JsonObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = parseDocuments(text, '').documents[0]?.value;
  }
  return isJsonObject(value) ? value : undefined;
}
