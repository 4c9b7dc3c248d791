/** In which format the bundle behind an `olm.bundle` is: catalogs of OLM say nothing of their own, all others name their media type. */
import type { CatalogBundle } from '../model/catalog';

/** The property with which a bundle says its format. It comes from an experiment of upstream. */
export const MEDIA_TYPE_PROPERTY = 'olm.bundle.mediatype';

/** What OLM installs, and what a bundle is that says nothing. */
export const OLM_FORMAT = 'registry+v1';

export function bundleFormatOf({ properties }: Pick<CatalogBundle, 'properties'>): string {
  const media = properties.find(({ type }) => type === MEDIA_TYPE_PROPERTY);
  const value = media !== undefined && 'value' in media ? media.value : undefined;
  return typeof value === 'string' ? value : OLM_FORMAT;
}
