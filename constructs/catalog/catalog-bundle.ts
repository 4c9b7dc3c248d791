/** A bundle in a catalog. */
import type { JsonObject, JsonValue } from '../../lib/api';
import { defined } from '../../lib/defined';
import { BoxcutterError } from '../../lib/errors';
import type { BundleFiles } from '../../lib/formats';
import type { Issue } from '../../lib/issue';
import { filesOf } from '../content/bundle-content';
import { PackageBundle } from '../package/package-bundle';
import { BlobObject } from './blob-object';
import type { Catalog } from './catalog';
import { CatalogPart } from './part';

interface AnyBundleProps {
  /** Reference that the bundle is pulled from: best with its digest. */
  readonly image: string;

  /**
   * Marks the bundle as deprecated: what its users are told.
   * @default - it is not
   */
  readonly deprecated?: string;
}

/** A bundle whose content is at hand: what the catalog says of it is read there. */
export interface RenderedBundleProps extends AnyBundleProps {
  /**
   * The content: a bundle of a typed package; or a folder, an archive, or an image that `boxcutter bundle fetch` has pinned; or its files.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of whatever configuration
  readonly bundle: PackageBundle<any> | string | BundleFiles;

  /**
   * Carries all manifests of the bundle, as old clusters want them, instead of what describes it.
   * @default false
   */
  readonly bundleObjects?: boolean;
}

/** A bundle whose content is elsewhere: what the catalog says of it is said here. */
export interface DescribedBundleProps extends AnyBundleProps {
  readonly bundle?: undefined;

  /** A semantic version. */
  readonly version: string;

  /**
   * Tells two builds of one version apart.
   * @default - none
   */
  readonly release?: string;

  /**
   * Name of the bundle.
   * @default - `<package>.v<version>`
   */
  readonly name?: string;

  /**
   * What it brings and needs, beside `olm.package`: `{ type: 'olm.gvk', value: { group, version, kind } }`.
   * @default - none
   */
  readonly properties?: readonly { readonly type: string; readonly value: unknown }[];

  /**
   * Images that come with it, for mirrors.
   * @default - the image of the bundle
   */
  readonly relatedImages?: readonly { readonly name: string; readonly image: string }[];
}

export type CatalogBundleProps = RenderedBundleProps | DescribedBundleProps;

/** An `olm.bundle`: one version of the package. Channels list it. */
export class CatalogBundle extends CatalogPart {
  private readonly catalog: Catalog;
  private readonly props: CatalogBundleProps;
  private made: Made | undefined;

  constructor(scope: Catalog, id: string, props: CatalogBundleProps) {
    super(scope, id);
    this.catalog = scope;
    this.props = props;
    if (props.deprecated !== undefined) scope.declareDeprecations();
    new BlobObject(this, 'Blob', () => this.blob ?? {});
  }

  /**
   * Name of the bundle: `web.v1.2.0`.
   * @throws BoxcutterError `catalog-bundle-invalid` (input) when the bundle cannot be read
   */
  get name(): string {
    const name = this.blob?.['name'];
    if (typeof name === 'string') return name;
    throw new BoxcutterError('catalog-bundle-invalid', 'input', `${this.node.path} cannot be read as a bundle, so it has no name.`, {
      hint: 'The validation of the catalog reports what is wrong with it.',
    });
  }

  override get blob(): JsonObject | undefined {
    return this.content.blob;
  }

  override get issues(): readonly Issue[] {
    return this.content.issues;
  }

  override get deprecations(): readonly JsonValue[] {
    const { deprecated } = this.props;
    const name = this.blob?.['name'];
    return deprecated === undefined || name === undefined ? [] : [{ reference: { schema: 'olm.bundle', name }, message: deprecated }];
  }

  private get content(): Made {
    return (this.made ??= this.props.bundle === undefined ? this.described(this.props) : this.rendered(this.props));
  }

  private described({ image, version, release, name, properties = [], relatedImages }: DescribedBundleProps): Made {
    const { packageName } = this.catalog;
    const value = { packageName, version, ...defined({ release }) };
    return {
      issues: [],
      blob: {
        schema: 'olm.bundle', name: name ?? `${packageName}.v${version}`, package: packageName, image,
        properties: [{ type: 'olm.package', value }, ...properties] as unknown as JsonValue,
        relatedImages: (relatedImages ?? [{ name: '', image }]) as unknown as JsonValue,
      },
    };
  }

  private rendered({ bundle, image, bundleObjects = false }: RenderedBundleProps): Made {
    const files = bundle instanceof PackageBundle ? bundleFilesOf(bundle.node.path, Object.entries(bundle.files)) : filesOf(bundle);
    const content = bundleObjects ? 'bundle-objects' : 'csv-metadata';
    const { blob, issues } = renderBundleBlob(files, { image, content, strict: true });
    const within = this.node.path;
    const placed = issues.map((issue): Issue => ({ ...issue, origin: { source: files.origin, ...issue.origin, within } }));
    return { ...defined({ blob }), issues: placed };
  }
}

interface Made {
  readonly blob?: JsonObject;
  readonly issues: readonly Issue[];
}

/* Projects without catalogs never load what reads bundles. */
/* eslint-disable @typescript-eslint/no-require-imports */
const renderBundleBlob: typeof import('../../lib/catalog').renderBundleBlob = (...given) =>
  (require('../../lib/catalog') as typeof import('../../lib/catalog')).renderBundleBlob(...given);

const bundleFilesOf: typeof import('../../lib/formats').bundleFilesOf = (...given) =>
  (require('../../lib/formats') as typeof import('../../lib/formats')).bundleFilesOf(...given);
