/**
 * The kinds of RukPak, under the names of its API v1alpha1. They are installed only where the provisioners are, so they stand apart from
 * the kinds of extensions.
 */
import type { JsonObject, KubeObject } from '../../api';
import type { KindDefinition } from '../../api/schema';
import { crdOf } from '../crd';
import { bundle } from './bundle';
import { bundleDeployment } from './bundle-deployment';

export { BUNDLE_PHASES, type BundlePhase } from './bundle';
export { SOURCE_TYPES, type SourceType } from './source';

/** In alphabetical order. */
export const RUKPAK_DEFINITIONS: readonly KindDefinition[] = [bundle, bundleDeployment];

/** Their CustomResourceDefinitions: plain JSON, new on every call. */
export function rukpakCrds(): readonly (KubeObject & JsonObject)[] {
  return RUKPAK_DEFINITIONS.map(crdOf);
}
