import { defined } from '../../../../defined';
import type { RenderCatalogOptions } from '../../../../source/catalog';
import type { CatalogRenderArgs } from '../../../commands/catalog/make/render';

type RenderingArgs = Pick<CatalogRenderArgs, 'imageName' | 'pin' | 'bundleObjects' | 'strict' | 'platform'>;

export function renderOptions({ imageName, pin, bundleObjects, strict, platform }: RenderingArgs): RenderCatalogOptions {
  return { ...defined({ imageName, platform }), pin, strict, content: bundleObjects ? 'bundle-objects' : 'csv-metadata' };
}
