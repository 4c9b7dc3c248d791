/** A channel of a package in a catalog: which bundles it has, and which upgrades lead to each. */
import type { JsonObject, JsonValue } from '../../lib/api';
import { defined } from '../../lib/defined';
import { BlobObject } from './blob-object';
import type { Catalog } from './catalog';
import type { CatalogBundle } from './catalog-bundle';
import { CatalogPart } from './part';

/** The upgrades that lead to a bundle. A name stands for a bundle that is in no catalog any more. */
export interface UpgradeEdges {
  /**
   * The bundle that this one takes the place of.
   * @default - none
   */
  readonly replaces?: CatalogBundle | string;

  /**
   * Bundles that can be upgraded to this one directly, and that nobody installs any more.
   * @default - none
   */
  readonly skips?: readonly (CatalogBundle | string)[];

  /**
   * Versions that can be upgraded to this one directly: `>=1.0.0 <1.2.0`.
   * @default - none
   */
  readonly skipRange?: string;
}

export interface ChannelProps {
  /**
   * Name of the channel.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Bundles, each the replacement of the one before it; `add` says other edges.
   * @default - none
   */
  readonly chain?: readonly CatalogBundle[];

  /**
   * Marks the channel as deprecated: what its users are told.
   * @default - it is not
   */
  readonly deprecated?: string;
}

/** An `olm.channel`. */
export class Channel extends CatalogPart {
  readonly name: string;
  private readonly catalog: Catalog;
  private readonly props: ChannelProps;
  private readonly entries: { readonly bundle: CatalogBundle; readonly edges: UpgradeEdges }[] = [];

  constructor(scope: Catalog, id: string, props: ChannelProps = {}) {
    super(scope, id);
    this.catalog = scope;
    this.props = props;
    this.name = props.name ?? id;
    if (props.deprecated !== undefined) scope.declareDeprecations();
    (props.chain ?? []).forEach((bundle, index, chain) => {
      const before = chain[index - 1];
      this.add(bundle, before === undefined ? {} : { replaces: before });
    });
    new BlobObject(this, 'Blob', () => this.blob);
  }

  /** Lists a bundle, with the upgrades that lead to it. */
  add(bundle: CatalogBundle, edges: UpgradeEdges = {}): this {
    this.entries.push({ bundle, edges });
    return this;
  }

  override get blob(): JsonObject {
    const entries = this.entries.flatMap(({ bundle, edges: { replaces, skips, skipRange } }): JsonValue[] => {
      const name = bundle.blob?.['name'];
      if (name === undefined) return [];
      return [{ name, ...defined({ replaces: replaces && nameOf(replaces), skips: skips?.map(nameOf), skipRange }) }];
    });
    return { schema: 'olm.channel', package: this.catalog.packageName, name: this.name, entries };
  }

  override get deprecations(): readonly JsonValue[] {
    const { deprecated } = this.props;
    return deprecated === undefined ? [] : [{ reference: { schema: 'olm.channel', name: this.name }, message: deprecated }];
  }
}

function nameOf(bundle: CatalogBundle | string): string {
  return typeof bundle === 'string' ? bundle : bundle.name;
}
