/** What templates need of the world: bundles by their reference, rendered. Whoever calls brings it, so that nothing here reads anything. */
import type { JsonObject } from '../../api';
import type { Issue } from '../../issue';
import type { PackageFace } from '../render/options';

/** A bundle that a template names. */
export interface BundleReference {
  /** As the catalog is to name it. Empty: only `from` is given, and the caller knows where the bundle is pushed to. */
  readonly image: string;
  /** Where its content is read from instead: a folder, a layout, an archive (our own addition). @default `image` */
  readonly from?: string;
}

/** What rendering a reference gives: one `olm.bundle`, if it is a bundle. */
export interface RenderedReference {
  readonly blobs: readonly JsonObject[];
  readonly issues: readonly Issue[];
  /** Of the ClusterServiceVersion: what an `olm.package` says of its newest bundle. */
  readonly about?: PackageFace;
}

export type RenderReference = (reference: BundleReference) => Promise<RenderedReference>;

/** With an error among the issues there are no blobs. */
export interface RenderedTemplate {
  readonly blobs: readonly JsonObject[];
  readonly issues: readonly Issue[];
}
