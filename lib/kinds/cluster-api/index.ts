/**
 * The kinds of the Cluster API operator: those of OpenShift, under the names of the operator's design. They are installed only where the
 * operator is, so they stand apart from the kinds of extensions.
 */
import type { JsonObject, KubeObject } from '../../api';
import type { KindDefinition } from '../../api/schema';
import { crdOf } from '../crd';
import { clusterApi } from './cluster-api';
import { compatibilityRequirement } from './compatibility-requirement';

/** In alphabetical order. */
export const CLUSTER_API_DEFINITIONS: readonly KindDefinition[] = [clusterApi, compatibilityRequirement];

/** Their CustomResourceDefinitions: plain JSON, new on every call. */
export function clusterApiCrds(): readonly (KubeObject & JsonObject)[] {
  return CLUSTER_API_DEFINITIONS.map(crdOf);
}
