// Generated from lib/kinds by `npm run generate`. Do not edit.
import type { ObjectMeta } from '../../lib/api/object';
import type { BundleSource, BundleSpec, Condition } from './common';

/** Content that provisioners unpack and make available: a bundle of Kubernetes manifests, an OLM bundle or a chart. */
export interface Bundle {
  readonly apiVersion: 'core.rukpak.io/v1alpha1';
  readonly kind: 'Bundle';
  readonly metadata: ObjectMeta;
  /**
   * What it is. It never changes: other content is another Bundle.
   *
   * Rules of the API server:
   * - bundle.spec is immutable
   */
  readonly spec: BundleSpec;
  readonly status?: BundleStatus;
}

/** What became of it. */
export interface BundleStatus {
  /**
   * Pending: something that it needs is not there yet. Unpacking: its source is being read. Failing: that did not work, and is tried again.
   * Unpacked: its content is there.
   */
  readonly phase?: 'Pending' | 'Unpacking' | 'Failing' | 'Unpacked';
  /**
   * What it was unpacked from: an image with its digest, a commit.
   *
   * Rules of the API server:
   * - bundle.spec.source.image must be set for source type "image"
   * - bundle.spec.source.git must be set for source type "git"
   * - bundle.spec.source.configMaps must be set for source type "configMaps"
   * - bundle.spec.source.http must be set for source type "http"
   * - bundle.spec.source.directory must be set for source type "directory"
   * - bundle.spec.source.image is only for source type "image"
   * - bundle.spec.source.git is only for source type "git"
   * - bundle.spec.source.configMaps is only for source type "configMaps"
   * - bundle.spec.source.http is only for source type "http"
   * - bundle.spec.source.directory is only for source type "directory"
   */
  readonly resolvedSource?: BundleSource;
  /** SHA-256 of the unpacked files. They are the same wherever and whenever they are unpacked again. At most 128 characters. */
  readonly digest?: string;
  /** Where its content is served, for holders of the role boxcutter-bundle-reader. At most 1000 characters. */
  readonly contentURL?: string;
  /** metadata.generation that this was observed of. At least 0. */
  readonly observedGeneration?: number;
  /** Unpacked: True UnpackSuccessful; False UnpackPending, Unpacking, UnpackFailed, ProcessingFinalizerFailed. Entries differ in `type`. */
  readonly conditions?: readonly Condition[];
}
