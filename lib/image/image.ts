/**
 * A container image as data: what all sources of images give (registry, layout on disk, saved archive) and what all readers take.
 * Wire format: OCI image specification 1.1; Docker's schema 2 has the same members.
 */
import type { JsonObject } from '../api';

/** How one blob is referred to. */
export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:<hex>`, or sha512. */
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly platform?: { readonly os?: string; readonly architecture?: string; readonly variant?: string };
  readonly artifactType?: string;
}

/** The manifest of one platform. */
export interface ImageManifest {
  readonly schemaVersion: 2;
  readonly mediaType?: string;
  readonly artifactType?: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly annotations?: Readonly<Record<string, string>>;
}

/**
 * Where images are kept: a registry's repository, a layout, an archive. Everything given out has been verified against its digest and size.
 */
export interface BlobSource {
  /** How people know it. */
  readonly origin: string;
  /**
   * Manifest or index by tag or digest, as bytes.
   * @param reference undefined: the only one there is (layouts and archives)
   * @throws BoxcutterError `image-not-found`, and what the source has to say
   */
  manifest(reference: string | undefined): Promise<{ readonly descriptor: Descriptor; readonly bytes: Buffer }>;
  /**
   * One blob whole; at most as large as its descriptor says.
   * @throws BoxcutterError `image-blob-missing`, `image-digest-mismatch`, `image-too-large`
   */
  blob(descriptor: Descriptor): Promise<Buffer>;
}

/** One image, its platform chosen; layers are read when asked for. */
export interface Image {
  readonly origin: string;
  /** Digest of what the reference named: the index, where there is one, else the manifest. Pinning uses it. */
  readonly digest: string;
  /** Digest of the manifest of the chosen platform. */
  readonly manifestDigest: string;
  readonly manifest: ImageManifest;
  /** The configuration blob; for artifacts whatever JSON they have there, else empty. */
  readonly config: JsonObject;
  layer(descriptor: Descriptor): Promise<Buffer>;
}

/**
 * What an image is made of, ready to be written to a layout or pushed; every blob once, configuration and layers first, the manifest last.
 */
export interface BuiltImage {
  readonly digest: string;
  readonly manifest: { readonly descriptor: Descriptor; readonly bytes: Buffer };
  readonly blobs: readonly { readonly descriptor: Descriptor; readonly bytes: Buffer }[];
}
