/** How a bundle is rendered for a catalog. */

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
