/**
 * The CRDs of our own Kubernetes API, written once: the manifests, the TypeScript types (imports/api), the CRD files
 * (imports/crds) and the reference pages (docs/api) are all made from the definitions in this folder.
 */
import type { KubeObject } from '../object';
import { clusterCatalog } from './cluster-catalog';
import { clusterExtension } from './cluster-extension';
import { clusterExtensionRevision } from './cluster-extension-revision';
import { crdOf } from './crd';
import type { KindDefinition } from './schema';

export { ANNOTATION_GENERATOR, GENERATOR, crdOf } from './crd';
export { TYPE_HINT } from './schema';
export type { KindDefinition, PrinterColumn, Schema, TypeHint, ValidationRule, Variant } from './schema';
export { VERSION_EXPRESSION } from './version-expression';

/** The kinds of our API, in alphabetical order. */
export const KIND_DEFINITIONS: readonly KindDefinition[] = [clusterCatalog, clusterExtension, clusterExtensionRevision];

/** The CustomResourceDefinitions of our API, in alphabetical order: plain JSON, new on every call. */
export function crds(): readonly KubeObject[] {
  return KIND_DEFINITIONS.map(crdOf);
}
