/** What an object says itself of how it goes. */
import { ANNOTATION_ON_REMOVAL, asObject, ON_REMOVAL_ORPHAN, type JsonObject, type KubeObject } from '../../api';
import type { OnRemovalProblem } from '../issues';

/** The annotation has a value that means nothing. To take it for none would delete what was meant to live. */
export function badOnRemoval(object: JsonObject | KubeObject): OnRemovalProblem | undefined {
  const value = valueOf(object);
  if (value === undefined || value === ON_REMOVAL_ORPHAN) return undefined;
  return { annotation: ANNOTATION_ON_REMOVAL, value: String(value), allowed: ON_REMOVAL_ORPHAN };
}

export function orphanOf(object: JsonObject | KubeObject): { readonly orphan?: true } {
  return valueOf(object) === ON_REMOVAL_ORPHAN ? { orphan: true } : {};
}

function valueOf(object: JsonObject | KubeObject): unknown {
  return asObject(asObject(asObject(object)?.['metadata'])?.['annotations'])?.[ANNOTATION_ON_REMOVAL];
}
