/** A generated catalog: many packages in many versions, with upgrade edges and, where asked for, dependencies. Always the same one. */
import { type BlobPlace, type BundleBlob, type Catalog, catalogOf, type ChannelBlob, type Property } from '../../lib/catalog';

export interface Size {
  readonly packages: number;
  readonly bundlesEach: number;
}

const place: BlobPlace = { file: 'catalog.json', document: 1, line: 1, offset: 0, length: 1 };

export const packageName = (index: number): string => `package-${String(index).padStart(4, '0')}`;
export const bundleName = (index: number, version: string): string => `${packageName(index)}.v${version}`;

/** Five versions in each minor stream. */
export function versionOf(bundle: number): string {
  return `1.${Math.floor(bundle / 5)}.${bundle % 5}`;
}

/**
 * With dependencies every package but the last tenth needs some of those behind it: a package by range, a kind, one of two; and of the
 * newest version of every third package what it needs does not exist, so that an older one has to be found.
 */
export function largeCatalog({ packages, bundlesEach }: Size, dependencies: boolean): Catalog {
  const indices = Array.from({ length: packages }, (_, index) => index);
  return catalogOf({
    packages: indices.map((index) => (
      { schema: 'olm.package', name: packageName(index), defaultChannel: 'stable', properties: [], place }
    )),
    channels: indices.map((index) => channel(index, bundlesEach)),
    bundles: indices.flatMap((index) => Array.from({ length: bundlesEach }, (_, bundle) => (
      blob(index, bundle, dependencies ? needs(index, bundle, packages, bundlesEach) : [])
    ))),
    deprecations: [],
    others: [],
  });
}

function channel(index: number, bundlesEach: number): ChannelBlob {
  const entries = Array.from({ length: bundlesEach }, (_, bundle) => ({
    name: bundleName(index, versionOf(bundle)),
    skips: [],
    ...(bundle === 0 ? {} : { replaces: bundleName(index, versionOf(bundle - 1)), skipRange: `>=1.0.0 <${versionOf(bundle)}` }),
  }));
  return { schema: 'olm.channel', name: 'stable', package: packageName(index), entries, properties: [], place };
}

function blob(index: number, bundle: number, properties: readonly Property[]): BundleBlob {
  const version = versionOf(bundle);
  return {
    schema: 'olm.bundle', name: bundleName(index, version), package: packageName(index), image: 'example.com/bundle', relatedImages: [],
    place,
    properties: [
      { type: 'olm.package', value: { packageName: packageName(index), version } },
      { type: 'olm.gvk', value: kindOf(index) },
      ...properties,
    ],
  };
}

function kindOf(index: number): { readonly group: string; readonly version: string; readonly kind: string } {
  return { group: `group-${index}.example.com`, version: 'v1', kind: 'Thing' };
}

function needs(index: number, bundle: number, packages: number, bundlesEach: number): readonly Property[] {
  const behind = (step: number): number => index + 1 + ((index * 7 + step * 13) % Math.max(1, packages - index - 1));
  if (packages < 10 || index >= packages * 0.9) return [];
  const isNewest = bundle === bundlesEach - 1;
  const range = isNewest && index % 3 === 0 ? '>=9.0.0' : `>=1.${Math.floor(bundle / 10)}.0`;
  return [
    { type: 'olm.package.required', value: { packageName: packageName(behind(1)), versionRange: range } },
    ...(index % 2 === 0 ? [{ type: 'olm.gvk.required', value: kindOf(behind(2)) }] : []),
    ...(index % 4 === 0 ? [oneOf([behind(3), behind(4)])] : []),
  ];
}

function oneOf(indices: readonly number[]): Property {
  const constraints = indices.map((index) => ({ package: { packageName: packageName(index), versionRange: '>=1.0.0' } }));
  return { type: 'olm.constraint', value: { any: { constraints } } };
}
