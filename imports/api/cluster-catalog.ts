// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { ObjectMeta } from '../../lib/api/object';
import type { Condition } from './common';

/** A file-based catalog of packages that extensions are installed from. */
export interface ClusterCatalog {
  readonly apiVersion: 'olm.operatorframework.io/v1';
  readonly kind: 'ClusterCatalog';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterCatalogSpec;
  readonly status?: ClusterCatalogStatus;
}

/** What the catalog should be. */
export interface ClusterCatalogSpec {
  readonly source: ClusterCatalogSource;
  /**
   * Decides between catalogs that offer the same: the higher number wins. Equal numbers are ambiguous, and the resolution then fails.
   * -2147483648 to 2147483647.
   *
   * @defaultValue 0
   */
  readonly priority?: number;
  /**
   * Available: the content is unpacked and served. Unavailable: the catalog is kept, but treated as if it did not exist.
   *
   * @defaultValue "Available"
   */
  readonly availabilityMode?: 'Available' | 'Unavailable';
}

/**
 * Where the content of the catalog comes from.
 *
 * Rules of the API server:
 * - image is required when source type is Image, and forbidden otherwise
 */
export interface ClusterCatalogSource {
  /** Kind of source. The field of the same name must be set. */
  readonly type: 'Image';
  readonly image?: ClusterCatalogImageSource;
}

/**
 * A container image that holds the catalog.
 *
 * Rules of the API server:
 * - cannot specify pollIntervalMinutes while using digest-based image
 */
export interface ClusterCatalogImageSource {
  /**
   * Reference of the image: `domain[:port]/name:tag` or `domain[:port]/name@algorithm:hex`. One with a tag is polled for new content; one with a
   * digest is not. At most 1000 characters.
   *
   * Rules of the API server:
   * - must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.
   * - a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" characters.
   * - must end with a digest or a tag
   * - tag is invalid. the tag must not be more than 127 characters
   * - tag is invalid. valid tags must begin with a word character (alphanumeric + "_") followed by word characters or ".", and "-" characters
   * - digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by alphanumeric
   * characters and may contain the "-", "_", "+", and "." characters.
   * - digest is not valid. the encoded string must be at least 32 characters
   * - digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)
   */
  readonly ref: string;
  /** Minutes between two looks for a new image behind the tag. Without it the image is not polled. At least 1. */
  readonly pollIntervalMinutes?: number;
}

/** What was observed of the catalog. */
export interface ClusterCatalogStatus {
  /**
   * Serving: True Available; False Unavailable, UserSpecifiedUnavailable. Progressing: True Succeeded, Retrying; False Blocked (a person must
   * step in). Entries differ in `type`.
   */
  readonly conditions?: readonly Condition[];
  readonly resolvedSource?: ClusterCatalogResolvedSource;
  readonly urls?: ClusterCatalogUrls;
  /** When the content was last extracted from the source. RFC 3339 time. */
  readonly lastUnpacked?: string;
}

/**
 * What the source pointed at when it was last unpacked.
 *
 * Rules of the API server:
 * - image is required when source type is Image, and forbidden otherwise
 */
export interface ClusterCatalogResolvedSource {
  /** Kind of source. */
  readonly type: 'Image';
  readonly image?: ClusterCatalogResolvedImage;
}

/** The image that was unpacked. */
export interface ClusterCatalogResolvedImage {
  /**
   * Reference of the image, with its digest. At most 1000 characters.
   *
   * Rules of the API server:
   * - must start with a valid domain. valid domains must be alphanumeric characters (lowercase and uppercase) separated by the "." character.
   * - a valid name is required. valid names must contain lowercase alphanumeric characters separated only by the ".", "_", "__", "-" characters.
   * - must end with a digest
   * - digest algorithm is not valid. valid algorithms must start with an uppercase or lowercase alpha character followed by alphanumeric
   * characters and may contain the "-", "_", "+", and "." characters.
   * - digest is not valid. the encoded string must be at least 32 characters
   * - digest is not valid. the encoded string must only contain hex characters (A-F, a-f, 0-9)
   */
  readonly ref: string;
}

/** Where the content is served. */
export interface ClusterCatalogUrls {
  /**
   * Address inside the cluster, without the path of an endpoint: `<base>/api/v1/all` has everything as file-based catalog. At most 525
   * characters.
   *
   * Rules of the API server:
   * - must be a valid URL
   * - scheme must be either http or https
   */
  readonly base: string;
}
