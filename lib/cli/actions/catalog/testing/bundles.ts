/** Bundles of a catalog that are tried: the heads of channels, and what these replace; each opened once, when it is needed. */
import { join } from 'node:path';
import type { BundleBlob, CatalogContent, ChannelEntry } from '../../../../catalog';
import { isBoxcutterError } from '../../../../errors';
import { isPath } from '../../../../source/catalog/image-path';
import { readNamedBundle, type ReadNamed } from '../../../../source/bundle/open';
import type { TestPart } from '../../../commands/catalog/test';
import { testFinding, type TestFinding } from './result';

export interface Head {
  readonly packageName: string;
  readonly channel: string;
  readonly entry: ChannelEntry;
}

/** Entries that no other entry of their channel replaces or skips. */
export function headsOf({ channels }: CatalogContent): readonly Head[] {
  return channels.flatMap(({ name, package: packageName, entries }) => {
    const left = new Set(entries.flatMap(({ replaces, skips }) => [...(replaces === undefined ? [] : [replaces]), ...skips]));
    return entries.filter((entry) => !left.has(entry.name)).map((entry) => ({ packageName, channel: name, entry }));
  });
}

export type Opened = { readonly type: 'open'; readonly named: ReadNamed } | { readonly type: 'not-open'; readonly finding: TestFinding };

export class CatalogBundles {
  private readonly blobs: ReadonlyMap<string, BundleBlob>;

  /** @param folder what paths of bundles are relative to. Absent: the catalog may name no paths */
  constructor({ bundles }: CatalogContent, private readonly folder: string | undefined) {
    this.blobs = new Map(bundles.map((blob) => [keyOf(blob.package, blob.name), blob]));
  }

  has(packageName: string, name: string): boolean {
    return this.blobs.has(keyOf(packageName, name));
  }

  /** Opened anew each time, from the cache of images: bundles are not held while others are tried. */
  async open(part: TestPart, packageName: string, name: string): Promise<Opened> {
    const image = this.blobs.get(keyOf(packageName, name))?.image ?? '';
    const failed = (code: string, message: string, more: Parameters<typeof testFinding>[4] = {}): Opened => (
      { type: 'not-open', finding: testFinding(part, code, name, message, more) }
    );
    if (image === '') return failed('bundle-without-image', 'it names no image, and is not tried', { severity: 'warning' });
    const isRelative = isPath(image);
    if (isRelative && (this.folder === undefined || !image.startsWith('.'))) {
      return failed('bundle-by-path', `it names a path, ${image}, where an image must be`);
    }
    try {
      const named = isRelative && this.folder !== undefined ? join(this.folder, image) : image.startsWith('oci://') ? image : `oci://${image}`;
      return { type: 'open', named: await readNamedBundle(named) };
    } catch (error) {
      if (!isBoxcutterError(error) || error.category === 'interrupted') throw error;
      return failed(error.code, `it cannot be opened: ${error.message}`, { hint: error.hint });
    }
  }
}

function keyOf(packageName: string, name: string): string {
  return `${packageName} ${name}`;
}
