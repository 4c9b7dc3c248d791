/** Blobs as a store takes them in, written by hand. */
import type { CatalogMeta } from '../../../lib/catalog';

export type Written = { readonly schema: string; readonly package?: string; readonly name?: string } & Readonly<Record<string, unknown>>;

export const KEDA: readonly Written[] = [
  { schema: 'olm.package', name: 'keda', defaultChannel: 'stable' },
  { schema: 'olm.channel', package: 'keda', name: 'stable', entries: [{ name: 'keda.v2.0.0' }] },
  { schema: 'olm.bundle', package: 'keda', name: 'keda.v2.0.0', image: 'quay.io/keda/bundle:2.0.0' },
];

export const KIALI: readonly Written[] = [
  { schema: 'olm.package', name: 'kiali', defaultChannel: 'stable' },
  { schema: 'olm.channel', package: 'kiali', name: 'stable', entries: [{ name: 'kiali.v1.0.0' }] },
  { schema: 'olm.bundle', package: 'kiali', name: 'kiali.v1.0.0', image: 'quay.io/kiali/bundle:1.0.0' },
];

export function lineOf(blob: Written): string {
  return `${JSON.stringify(blob)}\n`;
}

export function textOf(blobs: readonly Written[]): string {
  return blobs.map(lineOf).join('');
}

export function metaOf(blob: Written, index = 0): CatalogMeta {
  const { schema, package: packageName, name } = blob;
  const bytes = Buffer.from(lineOf(blob));
  const place = { file: 'catalog.yaml', document: index + 1, line: index + 1, offset: 0, length: bytes.length };
  return { blob: { schema, place, ...(packageName === undefined ? {} : { package: packageName }), ...(name === undefined ? {} : { name }) }, bytes };
}

export async function* metas(blobs: readonly Written[]): AsyncGenerator<CatalogMeta> {
  for (const [index, blob] of blobs.entries()) {
    await Promise.resolve();
    yield metaOf(blob, index);
  }
}
