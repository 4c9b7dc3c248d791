/** What can be wrong with a catalog as a whole. The words for it are in wording.ts, the rules in docs/catalog-validation.md. */
import { issuesOf, type None } from '../../issue';
import type { BlobPlace } from '../model/blob';
import type { ImageNameProblem } from './image-name';

/** Which part of the catalog it is about. All that is known is given: findings are shown as a tree of these. */
export type About = Readonly<Partial<Record<'package' | 'channel' | 'bundle', string>>>;

/** Where the other one stands of two that are alike. */
export type Again = About & Readonly<Record<'first', Pick<BlobPlace, 'file' | 'line' | 'document'>>>;

/** What a deprecation is about, as it is written. */
export interface Reference {
  readonly schema: string;
  readonly name?: string;
}

/** Issues by their codes, with the data that each carries. */
export interface CatalogIssues {
  // Packages
  'catalog-package-name': About & { readonly problem: 'missing' | 'characters' | 'length'; readonly name: string };
  'catalog-duplicate-package': Again & { readonly name: string };
  'catalog-default-channel': About & { readonly problem: 'missing' | 'unknown'; readonly name: string };
  'catalog-no-channel': About;
  'catalog-duplicate-version': About & { readonly versions: readonly { readonly version: string; readonly bundles: readonly string[] }[] };

  // Channels
  'catalog-unknown-package': About & { readonly of: 'channel' | 'bundle'; readonly unknown: string; readonly name: string };
  'catalog-channel-name': About;
  'catalog-duplicate-channel': Again & { readonly name: string };
  'catalog-empty-channel': About;
  'catalog-duplicate-entry': About & { readonly name: string };
  'catalog-entry-without-bundle': About & { readonly names: readonly string[] };
  'catalog-entry-name': About & { readonly index: number };
  'catalog-no-head': About;
  'catalog-several-heads': About & { readonly heads: readonly string[] };
  'catalog-cycle': About & { readonly names: readonly string[] };
  'catalog-stranded': About & { readonly names: readonly string[] };
  'catalog-empty-skip': About & { readonly index: number };
  'catalog-skip-range': About & {
    readonly range: string;
    /** In the words of upstream's library. */
    readonly reason: string;
  };

  // Bundles
  'catalog-bundle-name': About & { readonly expected?: string };
  'catalog-bundle-package': About & { readonly name: string };
  'catalog-duplicate-bundle': Again & { readonly name: string };
  'catalog-bundle-not-in-channel': About;
  'catalog-bundle-image': About;
  'catalog-image-name': About & {
    readonly image: string;
    readonly problem: ImageNameProblem;
    /** Of related images: which one, from 0. */
    readonly related?: number;
  };
  'catalog-property-type': About & { readonly index: number };
  'catalog-property': About & {
    readonly index: number;
    readonly type: string;
    /** Empty: the value itself. */
    readonly field: string;
    readonly expected: 'string' | 'object';
    readonly found: string;
  };
  'catalog-package-property': About & { readonly found: number };
  'catalog-other-package': About & { readonly named: string };
  'catalog-version': About & { readonly version: string; readonly reason: string };
  'catalog-release': About & { readonly release: string; readonly reason: string };
  'catalog-release-with-build': About;
  'catalog-constraint-size': About & { readonly bytes: number; readonly limit: number };

  // Deprecations
  'catalog-deprecation-package': About & { readonly problem: 'missing' | 'unknown'; readonly name: string };
  'catalog-duplicate-deprecations': Again & { readonly name: string };
  'catalog-deprecation-schema': About & { readonly problem: 'missing' | 'unknown'; readonly index: number; readonly reference: Reference };
  'catalog-duplicate-deprecation': About & { readonly reference: Reference };
  'catalog-deprecated-unknown': About & { readonly kind: 'bundle' | 'channel'; readonly name: string };
  'catalog-deprecation-name': About & { readonly name: string };
  'catalog-deprecation-message': About;

  // Advice
  'catalog-empty': None;
  'catalog-template': { readonly schema: string };
  'catalog-unknown-schema': { readonly schema: string; readonly likely: string };
  'catalog-mixed-file': { readonly packages: readonly string[] };
  'catalog-icon': About & {
    readonly problem: 'no-data' | 'no-media-type' | 'no-image' | 'other-type';
    readonly mediaType?: string;
    readonly looksLike?: string;
  };
  'catalog-deprecated-head': About & { readonly of: 'default-channel' | 'channel' };
  'catalog-deprecated-default': About;
  'catalog-dead-end': About & { readonly head: string };
  'catalog-downgrade': About & { readonly from: string; readonly by: 'replaces' | 'skips' };
  'catalog-image-path': About & { readonly image: string };
  'catalog-unpinned-image': About & { readonly images: readonly string[] };
  'catalog-related-images': About & { readonly problem: 'none' | 'empty' };
  'catalog-bundle-objects': About;
}

export const validationIssue = issuesOf<CatalogIssues>();
