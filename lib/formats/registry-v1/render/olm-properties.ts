/** The annotation `olm.properties`, which upstream makes of the ClusterServiceVersion's own and of `metadata/properties.yaml`. */
import { canonicalJson } from '../../../api/canonical-json';
import type { TypedValue } from '../../bundle';
import { goJson } from '../../../api/go-json';

/**
 * The text for the annotation when the bundle's properties are more than it has already, to the byte as upstream writes it: on the pods,
 * another text would restart them.
 *
 * @param annotation what the ClusterServiceVersion has
 * @param properties all of the bundle, those of the annotation first
 * @returns undefined when the annotation stays as it is
 */
export function propertiesAnnotation(annotation: string | undefined, properties: readonly TypedValue[]): string | undefined {
  const own = listIn(annotation);
  if (own === undefined || properties.length <= own) return undefined;
  const ordered = properties.map(({ type, value }, index) => ({
    type,
    value: index < own ? value : (JSON.parse(canonicalJson(value)) as unknown),
  }));
  return goJson(ordered);
}

/** How many properties the annotation has; undefined when it is no list, which is a issue of the reader. */
function listIn(annotation: string | undefined): number | undefined {
  if (annotation === undefined) return 0;
  try {
    const list = JSON.parse(annotation) as unknown;
    return Array.isArray(list) ? list.length : undefined;
  } catch {
    return undefined;
  }
}
