/** CustomResourceDefinitions among objects. */
import { groupOf, type ObjectRef } from './object';

/** The only form of definitions that API servers serve (since Kubernetes 1.22), and the only one whose schemas we read. */
export const DEFINITION_API_VERSION = 'apiextensions.k8s.io/v1';

type Kind = Pick<ObjectRef, 'apiVersion' | 'kind'>;

/** Is it a CustomResourceDefinition, in whichever form? */
export function isDefinition({ apiVersion, kind }: Kind): boolean {
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}

/** Is it a CustomResourceDefinition whose schemas can be read? */
export function isReadableDefinition({ apiVersion, kind }: Kind): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === DEFINITION_API_VERSION;
}
