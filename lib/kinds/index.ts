/**
 * The kinds of our own Kubernetes API, each written once: the CRDs, the TypeScript types (imports/api), the CRD files (imports/crds), the
 * reference pages (docs/api), the schemas for editors (docs/schemas/files) and the check of objects are all made from the definitions in
 * this folder.
 */
export type { KindDefinition } from '../api/schema';
export { checkOwnKind, checkOwnRules, isOwnKind, withOwnKinds } from './check';
export { CLUSTER_API_DEFINITIONS, clusterApiCrds } from './cluster-api';
export { ANNOTATION_GENERATOR, apiVersionOf, GENERATOR, isMadeByUs, isOurDefinition } from './crd';
export { crds, KIND_DEFINITIONS } from './definitions';
export { kindWording } from './issues';
export { type BundlePhase, RUKPAK_DEFINITIONS, rukpakCrds, SOURCE_TYPES, type SourceType } from './rukpak';
export { VERSION_EXPRESSION } from './version-expression';
