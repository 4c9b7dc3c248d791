/** Properties of bundles in catalogs, as JSON. */
import type { JsonValue } from '../../api';
import { canonicalJson, compareBytes } from '../../api/canonical-json';

/** A member of the list `properties`. */
export interface BundleProperty {
  readonly type: string;
  readonly value: JsonValue;
}

/** Manifests of a bundle, whole. */
export const BUNDLE_OBJECT = 'olm.bundle.object';

/** Each once, by type and then by the text of the value. */
export function distinctProperties(properties: readonly BundleProperty[]): readonly BundleProperty[] {
  const byText = new Map(properties.map((property) => [canonicalJson([property.type, property.value]), property]));
  return [...byText]
    .sort(([a, one], [b, other]) => compareBytes(one.type, other.type) || compareBytes(a, b))
    .map(([, property]) => property);
}
