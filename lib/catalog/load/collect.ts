/** What is kept of each blob, one after the other: where the blobs come from makes no difference. */
import type { JsonObject } from '../../api';
import type { Issue } from '../../issue';
import type { Blob, BundleBlob, CatalogContent, ChannelBlob, DeprecationsBlob, PackageBlob } from '../model/blob';
import { channelBlob, deprecationsBlob, packageBlob } from './blobs';
import { bundleBlob } from './bundle-blob';
import { originOf } from './documents/decode';
import { Fields } from './fields';
import { catalogIssue } from './issues';
import { Keeper } from './keep';
import { CATALOG_LIMITS, type CatalogLimits } from './limits';
import { metaOf } from './meta';

export class ContentCollector {
  readonly content = {
    packages: [] as PackageBlob[], channels: [] as ChannelBlob[], bundles: [] as BundleBlob[], deprecations: [] as DeprecationsBlob[],
    others: [] as Blob[],
  };
  private readonly keeper = new Keeper();
  private readonly found: Issue[] = [];
  private more = 0;
  /** More than may be kept has come: nothing further is to be taken. */
  isFull = false;

  constructor(private readonly limits: CatalogLimits = CATALOG_LIMITS) {}

  /** Mistakes of a catalog that is nothing of the kind fill no memory. */
  readonly report = (issue: Issue): void => {
    if (this.found.length < this.limits.issues) this.found.push(issue);
    else this.more += 1;
  };

  take(blob: Blob, value: JsonObject): void {
    const { content, keeper, report } = this;
    const fields = new Fields(blob, report);
    switch (blob.schema) {
      case 'olm.package': content.packages.push(packageBlob(value, blob, fields, keeper)); break;
      case 'olm.channel': content.channels.push(channelBlob(value, blob, fields, keeper)); break;
      case 'olm.bundle': content.bundles.push(bundleBlob(value, blob, fields, keeper)); break;
      case 'olm.deprecations': content.deprecations.push(deprecationsBlob(value, blob, fields, keeper)); break;
      default: content.others.push(keeper.value(blob as unknown as JsonObject) as unknown as Blob);
    }
    if (keeper.kept <= this.limits.values || this.isFull) return;
    this.isFull = true;
    report(catalogIssue('catalog-too-many-values', { most: this.limits.values }, { origin: originOf(blob.place) }));
  }

  issues(): readonly Issue[] {
    return this.more === 0 ? this.found : [...this.found, catalogIssue('catalog-more', { more: this.more })];
  }
}

/** A blob that is in memory, and where it comes from: a construct, a program. */
export interface DeclaredBlob {
  readonly blob: JsonObject;
  readonly source: string;
}

/** The same for blobs in memory, without waiting. The place of each names its source. */
export function loadBlobs(blobs: readonly DeclaredBlob[]): { readonly content: CatalogContent; readonly issues: readonly Issue[] } {
  const collector = new ContentCollector();
  for (const [index, { blob: value, source }] of blobs.entries()) {
    const blob = metaOf(value, { file: source, document: index + 1, line: 1, offset: 0, length: 0 }, collector.report);
    if (blob !== undefined) collector.take(blob, value);
  }
  return { content: collector.content, issues: collector.issues() };
}
