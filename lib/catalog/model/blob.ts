/**
 * What stands in a file-based catalog: blobs, one JSON object each, of a schema. A catalog of a hundred megabytes is mostly descriptions,
 * icons and manifests; of those only the place is kept ({@link BlobPlace}), and they are read again when somebody asks.
 *
 * Source: file-based catalogs of OLM (`olm.package`, `olm.channel`, `olm.bundle`, `olm.deprecations`); other schemas pass through.
 */

/** Where a blob stands in its catalog: to name it in a message, and to read it again. */
export interface BlobPlace {
  /** Path of the file within the catalog, with `/`. */
  readonly file: string;
  /** Position among the documents of the file, from 1. */
  readonly document: number;
  /** Line on which the document begins, from 1. */
  readonly line: number;
  /** First byte of the document within the file. */
  readonly offset: number;
  /** Bytes of the document. */
  readonly length: number;
}

/** A blob of any schema: `schema` is the only member that every blob has. */
export interface Blob {
  readonly schema: string;
  /** Of an `olm.package` absent: its `name` is the package. */
  readonly package?: string;
  readonly name?: string;
  readonly place: BlobPlace;
}

/** `olm.package` */
export interface PackageBlob extends Blob {
  readonly schema: 'olm.package';
  /** Empty where the blob has none: a mistake that the validation names. */
  readonly name: string;
  readonly defaultChannel: string;
  readonly description?: string;
  /** The data of the icon is not kept. */
  readonly icon?: IconSummary;
  readonly properties: readonly Property[];
}

export interface IconSummary {
  readonly mediaType: string;
  /** Bytes of the base64 text. */
  readonly size: number;
  /** The media type of the picture that the data begins like. Absent: of none that is known. */
  readonly looksLike?: string;
}

/** `olm.channel` */
export interface ChannelBlob extends Blob {
  readonly schema: 'olm.channel';
  readonly name: string;
  readonly package: string;
  readonly entries: readonly ChannelEntry[];
  readonly properties: readonly Property[];
}

/** An entry of a channel: a bundle, and the upgrade edges that lead to it. The edges belong to the entry, not to the bundle. */
export interface ChannelEntry {
  readonly name: string;
  readonly replaces?: string;
  /** @default [] */
  readonly skips: readonly string[];
  /** A range in blang's grammar (`versions/skip-range.ts`). */
  readonly skipRange?: string;
}

/** `olm.bundle` */
export interface BundleBlob extends Blob {
  readonly schema: 'olm.bundle';
  readonly name: string;
  readonly package: string;
  /** Empty: the bundle is in its properties (`olm.bundle.object`). */
  readonly image: string;
  readonly relatedImages: readonly RelatedImage[];
  /** In the order of the blob; bulky ones without their value ({@link BulkyProperty}). */
  readonly properties: readonly (Property | BulkyProperty)[];
  /** What a person looks for, taken from `olm.csv.metadata`, or else from the ClusterServiceVersion in `olm.bundle.object`. */
  readonly about?: BundleSummary;
}

export interface RelatedImage {
  readonly name: string;
  readonly image: string;
}

/** A property of a bundle, a package or a channel: a type and any JSON value. */
export interface Property {
  readonly type: string;
  readonly value: unknown;
}

/** A property whose value is not kept: `olm.bundle.object`, `olm.csv.metadata`, and any other value of more than 16 KiB. */
export interface BulkyProperty {
  readonly type: string;
  /** About the bytes of the value as JSON: escapes in texts are not counted. */
  readonly size: number;
}

export function isBulky(property: Property | BulkyProperty): property is BulkyProperty {
  return 'size' in property && !('value' in property);
}

export interface BundleSummary {
  readonly displayName?: string;
  /** Without its Markdown longer than 2,000 characters. */
  readonly description?: string;
  readonly keywords: readonly string[];
  readonly provider?: string;
  /** A semantic version: the oldest Kubernetes that the bundle runs on. */
  readonly minKubeVersion?: string;
  /** Supported ones: `AllNamespaces`, `OwnNamespace`, … */
  readonly installModes: readonly string[];
  /** Custom resources that the package offers to its users. */
  readonly ownedKinds: readonly string[];
}

/** `olm.deprecations` */
export interface DeprecationsBlob extends Blob {
  readonly schema: 'olm.deprecations';
  readonly package: string;
  readonly entries: readonly DeprecationEntry[];
}

export interface DeprecationEntry {
  readonly reference: DeprecationReference;
  readonly message: string;
}

/** `{schema: olm.package}` without a name, `{schema: olm.channel, name}`, or `{schema: olm.bundle, name}`. */
export interface DeprecationReference {
  readonly schema: string;
  readonly name?: string;
}

/** All blobs of a catalog in the order in which they were read: files by path, documents as they stand. Nothing is checked yet. */
export interface CatalogContent {
  readonly packages: readonly PackageBlob[];
  readonly channels: readonly ChannelBlob[];
  readonly bundles: readonly BundleBlob[];
  readonly deprecations: readonly DeprecationsBlob[];
  /** Blobs of other schemas. */
  readonly others: readonly Blob[];
}
