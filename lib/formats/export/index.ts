/**
 * The way out: a package written in TypeScript, a revision or plain objects as a bundle of another format, with the proof that the bundle
 * gives the same objects back. Pure functions; docs/package-export.md has the rules.
 */
export { type BundleDocument, BUNDLE_FILES_KIND, bundleDocument, filesOfDocument, isBundleDocument } from './document';
export { exportBundle, type ExportSource } from './export';
export { lostInBundle, objectsOfRevision } from './from-revision';
export type { BundleMetadata } from '../detect/known-formats';
export { mergedMetadata } from './merged-metadata';
export { checkRendering } from './rendering';
export { rolloutProperties } from './rollout-property';
export { writeBundleDirectory } from './write-directory';
export { bundleNameOf, type ExportContent, type ExportResult, type FileTexts } from './source';
export type { ExportFormat } from '../detect/known-formats';
export { formatsWording } from '../wording';
