/** Bundles of a catalog that are tried: the heads of channels, and what these replace; each opened once, when it is needed. */
import type { BundleBlob, CatalogContent, ChannelEntry, LoadedCatalog } from '../../../../catalog';
import { packageProperties } from '../../../../catalog/validate/package-property';
import { isBoxcutterError } from '../../../../errors';
import { readBundle } from '../../../../formats';
import { carriedBundle } from '../../../../source/catalog/carried-bundle';
import { bundleAt } from '../../../../source/catalog/image-path';
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
  constructor(private readonly loaded: Pick<LoadedCatalog, 'content' | 'read'>, private readonly folder: string | undefined) {
    const { bundles } = loaded.content;
    this.blobs = new Map(bundles.map((blob) => [keyOf(blob.package, blob.name), blob]));
  }

  has(packageName: string, name: string): boolean {
    return this.blobs.has(keyOf(packageName, name));
  }

  /** What the catalog says: undefined, where it does not say it once and clearly. */
  versionOf(packageName: string, name: string): string | undefined {
    const blob = this.blobs.get(keyOf(packageName, name));
    const [only, ...more] = blob === undefined ? [] : packageProperties(blob);
    return more.length === 0 ? only?.version : undefined;
  }

  /** Opened anew each time, from the cache of images: bundles are not held while others are tried. */
  async open(part: TestPart, packageName: string, name: string): Promise<Opened> {
    const blob = this.blobs.get(keyOf(packageName, name));
    const image = blob?.image ?? '';
    const failed = (code: string, message: string, more: Parameters<typeof testFinding>[4] = {}): Opened => (
      { type: 'not-open', finding: testFinding(part, code, name, message, more) }
    );
    const named = image === '' ? '' : bundleAt(image, this.folder);
    if (named === undefined) return failed('bundle-by-path', `it names a path, ${image}, where an image must be`);
    try {
      if (image === '' && blob !== undefined) return await this.carried(blob);
      return { type: 'open', named: await readNamedBundle(named) };
    } catch (error) {
      if (!isBoxcutterError(error) || error.category === 'interrupted') throw error;
      if (error.code === 'catalog-image-missing') {
        return failed('bundle-without-image', `it is not tried: ${error.message}`, { severity: 'warning', hint: error.hint });
      }
      return failed(error.code, `it cannot be opened: ${error.message}`, { hint: error.hint });
    }
  }

  private async carried({ name, package: packageName, place }: BundleBlob): Promise<Opened> {
    const { content, read } = this.loaded;
    const lists = (entries: readonly ChannelEntry[]): boolean => entries.some((entry) => entry.name === name);
    const channels = content.channels.filter((channel) => channel.package === packageName && lists(channel.entries));
    const files = carriedBundle(`bundle ${name}`, { blob: await read(place), channels: channels.map((channel) => channel.name) });
    return { type: 'open', named: { files, read: readBundle(files) } };
  }
}

function keyOf(packageName: string, name: string): string {
  return `${packageName} ${name}`;
}
