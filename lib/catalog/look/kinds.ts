/** The kinds that a bundle serves, as its properties `olm.gvk` say. */
import { asObject } from '../../api';
import { isBulky } from '../model/blob';
import type { CatalogBundle } from '../model/catalog';

/** `Widget.example.com/v1`, sorted, each once. */
export function servedKinds({ properties }: Pick<CatalogBundle, 'properties'>): readonly string[] {
  const kinds = properties.flatMap((property) => {
    if (property.type !== 'olm.gvk' || isBulky(property)) return [];
    const { group, version, kind } = asObject(property.value) ?? {};
    return typeof version === 'string' && typeof kind === 'string' ? [`${kind}.${typeof group === 'string' ? group : ''}/${version}`] : [];
  });
  return [...new Set(kinds)].sort();
}
