/** How a bundle is rendered for a catalog, and what comes of it. */
import type { JsonObject } from '../../api';
import type { Issue } from '../../issue';

export interface RenderBlobOptions {
  /** The image that the bundle is pulled from; a catalog is of use only with it. @default '' */
  readonly image?: string;
  /**
   * How much of a registry+v1 bundle goes into the catalog: what describes it, or all its manifests, which old clusters need. Without an
   * image it is always the manifests. @default 'csv-metadata'
   */
  readonly content?: 'csv-metadata' | 'bundle-objects';
  /** What opm passes over is an error: manifests that cannot be read, and whatever `bundle validate` refuses. @default false */
  readonly strict?: boolean;
}

/** How a package shows itself, as the ClusterServiceVersion of one of its bundles says. */
export interface PackageFace {
  readonly description?: string;
  readonly icon?: { readonly base64data: string; readonly mediatype: string };
}

/** With an error among the issues there is no blob. */
export interface RenderedBlob {
  readonly blob?: JsonObject;
  readonly issues: readonly Issue[];
  readonly about?: PackageFace;
}
