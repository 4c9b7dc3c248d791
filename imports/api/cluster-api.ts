// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { ObjectMeta } from '../../lib/api/object';

/** How Cluster API and its providers are installed on this cluster. There is one, named cluster. */
export interface ClusterAPI {
  readonly apiVersion: 'operator.openshift.io/v1alpha1';
  readonly kind: 'ClusterAPI';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterApiSpec;
  readonly status?: ClusterApiStatus;
}

/**
 * How it should be installed.
 *
 * Rules of the API server:
 * - unmanagedCRDs cannot be unset once set
 * - unmanagedCustomResourceDefinitions cannot be unset once set
 */
export interface ClusterApiSpec {
  /** Managed: versions are installed and kept. Paused: what would change is reported, and nothing is written. Without it, Managed. */
  readonly installerMode?: 'Managed' | 'Paused';
  /**
   * Names of CustomResourceDefinitions that somebody else manages on this cluster. Their providers are installed without them, once they are
   * compatible. Names may be added, and never removed. 1 to 128 entries.
   *
   * Rules of the API server:
   * - items cannot be removed from unmanagedCRDs list
   *
   * Items: 1 to 253 characters.
   *
   * Rules of the API server:
   * - CRD names must be a DNS subdomain name.
   * - CRD names must contain at least two '.' characters.
   */
  readonly unmanagedCRDs?: readonly string[];
  /**
   * The same under the name that it has in OpenShift: both lists count. Names of CustomResourceDefinitions that somebody else manages on this
   * cluster. Their providers are installed without them, once they are compatible. Names may be added, and never removed. 1 to 128 entries.
   *
   * Rules of the API server:
   * - items cannot be removed from unmanagedCustomResourceDefinitions list
   *
   * Items: 1 to 253 characters.
   *
   * Rules of the API server:
   * - CRD names must be a DNS subdomain name.
   * - CRD names must contain at least two '.' characters.
   */
  readonly unmanagedCustomResourceDefinitions?: readonly string[];
  /** For development and fixes: images in place of those of the release. At most 32 entries. Entries differ in `image`. */
  readonly imageOverrides?: readonly ClusterApiImageOverride[];
}

/** One image in place of another. */
export interface ClusterApiImageOverride {
  /** Key of the image in the ConfigMap of the release, aws-cluster-api-controllers. 1 to 253 characters. */
  readonly image: string;
  /**
   * Image that is used instead, by its digest. 1 to 447 characters.
   *
   * Rules of the API server:
   * - must be a reference of an image with its digest: host[:port]/path@sha256:<64 lower-case hex digits>
   */
  readonly ref: string;
}

/**
 * What is installed, and what is to be.
 *
 * Rules of the API server:
 * - currentVersion must be the name of a version
 * - desiredVersion must be the name of the version with the highest revision number
 * - observedRevisionGeneration may not be unset once set
 */
export interface ClusterApiStatus {
  /** The version that is installed whole. 1 to 255 characters. */
  readonly currentVersion?: string;
  /** The newest version. 1 to 255 characters. */
  readonly desiredVersion: string;
  /**
   * metadata.generation that the newest version was made for. 1 to 9007199254740991.
   *
   * Rules of the API server:
   * - observedRevisionGeneration may not decrease
   */
  readonly observedRevisionGeneration?: number;
  /**
   * All that are installed, or are on the way. 1 to 16 entries. Entries differ in `name`.
   *
   * Rules of the API server:
   * - each version must have a unique revision number
   * - new versions must have a revision number greater than all existing versions
   */
  readonly versions: readonly ClusterApiVersion[];
}

/**
 * One revision of the installation.
 *
 * Rules of the API server:
 * - existing versions are immutable, but may be removed
 */
export interface ClusterApiVersion {
  /** Release and number; also the name of the ConfigMap that owns its objects. 1 to 255 characters. */
  readonly name: string;
  /** Ascending from 1. At least 1. */
  readonly revision: number;
  /** SHA-256 over everything that it installs. 1 to 255 characters. */
  readonly contentID: string;
  /**
   * Those that somebody else managed when it was made. 1 to 128 entries.
   *
   * Items: 1 to 253 characters.
   *
   * Rules of the API server:
   * - CRD names must be a DNS subdomain name.
   * - CRD names must contain at least two '.' characters.
   */
  readonly unmanagedCRDs?: readonly string[];
  /** Values of variables in its manifests. 1 to 32 entries. Entries differ in `key`. */
  readonly manifestSubstitutions?: readonly ClusterApiSubstitution[];
  /** What is installed, in this order. 1 to 32 entries. */
  readonly components?: readonly ClusterApiComponent[];
}

/** A variable. */
export interface ClusterApiSubstitution {
  /**
   * Its name. 1 to 255 characters.
   *
   * Rules of the API server:
   * - key must be the name of a variable
   */
  readonly key: string;
  /** Its value; may be empty. At most 4096 characters. */
  readonly value: string;
}

/**
 * The manifests of one provider.
 *
 * Rules of the API server:
 * - exactly one of the fields in [configMaps image] must be set
 * - profile is forbidden when image is not set
 */
export interface ClusterApiComponent {
  /**
   * Name of the component. 1 to 255 characters.
   *
   * Rules of the API server:
   * - name must consist of letters, digits, . and -
   */
  readonly name?: string;
  /**
   * Transport ConfigMaps, all slices of the provider in their order. 1 to 64 entries.
   *
   * Items: 1 to 253 characters.
   */
  readonly configMaps?: readonly string[];
  /**
   * Image with the manifests, by its digest. 1 to 447 characters.
   *
   * Rules of the API server:
   * - must be a reference of an image with its digest: host[:port]/path@sha256:<64 lower-case hex digits>
   */
  readonly image?: string;
  /**
   * Folder of the image; without it, the image has only one. 1 to 255 characters.
   *
   * Rules of the API server:
   * - profile must consist of letters, digits, - and _
   */
  readonly profile?: string;
}
