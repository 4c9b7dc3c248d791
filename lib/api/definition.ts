/** CustomResourceDefinitions among objects, also among those of which nothing is checked yet. */
import { groupOf } from './object';

/** The only form of definitions that API servers serve (since Kubernetes 1.22), and the only one whose schemas we read. */
export const DEFINITION_API_VERSION = 'apiextensions.k8s.io/v1';

interface AnyKind {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

/** Is it a CustomResourceDefinition, in whichever form? */
export function isDefinition({ apiVersion, kind }: AnyKind): boolean {
  return kind === 'CustomResourceDefinition' && typeof apiVersion === 'string' && groupOf(apiVersion) === 'apiextensions.k8s.io';
}

/** Is it a CustomResourceDefinition whose schemas can be read? */
export function isReadableDefinition({ apiVersion, kind }: AnyKind): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion === DEFINITION_API_VERSION;
}
