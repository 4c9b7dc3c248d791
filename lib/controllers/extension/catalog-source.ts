/** What the controller of extensions needs of the catalogs on the cluster. */
import type { CarryingBlob, NamedCatalog } from '../../catalog';
import type { BundleProperty } from '../../api';

export interface CatalogSource {
  /** All catalogs as they are now, those without content, too: they say why. */
  list(): readonly NamedCatalog[];
  /** Properties of a bundle with their values, which may be too large to be kept in memory. */
  properties(catalog: string, packageName: string, bundle: string): Promise<readonly BundleProperty[]>;
  /** A bundle as its catalog carries it, in place of an image. Undefined: no catalog of this name has it any more. */
  carrying(catalog: string, packageName: string, bundle: string): Promise<CarryingBlob | undefined>;
  /** Calls back when something of what `list` says has changed. @returns ends it */
  onChange(changed: () => void): () => void;
}
