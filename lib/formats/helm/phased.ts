/** What a chart gives, as a revision takes it: hooks in phases of their own, and what helm keeps when it uninstalls kept here, too. */
import { ANNOTATION_ON_REMOVAL, asObject, type JsonObject, ON_REMOVAL_ORPHAN } from '../../api';
import { type HookOptions, type Phased, phaseHooks } from './hooks/hooks';
import type { RenderedObject } from './rendered';

export function phasedObjects(objects: readonly RenderedObject[], options: HookOptions): Phased {
  return phaseHooks(objects.map((object) => ({ ...object, manifest: keptOnRemoval(object.manifest) })), options);
}

/** What helm keeps when it uninstalls is left alone here, too. */
function keptOnRemoval(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']);
  const annotations = asObject(metadata?.['annotations']);
  if (annotations?.['helm.sh/resource-policy'] !== 'keep' || annotations[ANNOTATION_ON_REMOVAL] !== undefined) return manifest;
  return { ...manifest, metadata: { ...metadata, annotations: { ...annotations, [ANNOTATION_ON_REMOVAL]: ON_REMOVAL_ORPHAN } } };
}
