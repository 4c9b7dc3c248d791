/**
 * The other way of applying, for when the feature gate BoxcutterRuntime is off: the rendered objects of an extension as a release of the
 * helm program, and the way back, on which that release becomes revisions.
 */
export { helmApplier, releaseHistory, releaseText, type HelmApplier, type HelmWork } from './applier';
export { chartOf, type HelmChart } from './chart';
export { markOf, markAfter, markBefore, markPatch, releaseName, type HelmContent, type HelmMark } from './mark';
export type { RevisionDocuments } from './chart';
