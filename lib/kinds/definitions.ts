import type { JsonObject, KubeObject } from '../api';
import type { KindDefinition } from '../api/schema';
import { clusterCatalog } from './cluster-catalog';
import { clusterExtension } from './cluster-extension';
import { clusterExtensionRevision } from './cluster-extension-revision';
import { crdOf } from './crd';

/** The kinds of our API, in alphabetical order. */
export const KIND_DEFINITIONS: readonly KindDefinition[] = [clusterCatalog, clusterExtension, clusterExtensionRevision];

/** The CustomResourceDefinitions of our API, in alphabetical order: plain JSON, new on every call. */
export function crds(): readonly (KubeObject & JsonObject)[] {
  return KIND_DEFINITIONS.map(crdOf);
}
