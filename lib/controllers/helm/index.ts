/**
 * The other way of applying, for when the feature gate BoxcutterRuntime is off: the rendered objects of an extension as a release of the
 * helm program, and the record of it, of which revisions are made on the way back.
 */
export { helmApplier, type HelmApplier, type HelmWork } from './applier';
export { chartOf, type HelmChart, withoutHooks } from './chart';
export { HelmRecord, type RecordCache } from './record';
export {
  contentsOf, extensionIn, type HelmContent, type HelmRelease, LABEL_HELM_RELEASE, releaseName, type RevisionDocuments, type StoredContent,
} from './release';
export { ownOf, refuseForeign, type ReleaseOwner, type Standing, standingOf } from './standing';
