/** Properties by which a bundle says that it needs something else. */
import type { CatalogBundle } from '../model/catalog';

export const DEPENDENCY_PROPERTIES: ReadonlySet<string> = new Set(['olm.package.required', 'olm.gvk.required', 'olm.constraint']);

/** The first of them, in the order of the bundle. */
export function dependencyProperty({ properties }: CatalogBundle): string | undefined {
  return properties.find(({ type }) => DEPENDENCY_PROPERTIES.has(type))?.type;
}
