/** What an object says itself of how it is replaced. */
import { ANNOTATION_REPLACEMENT_POLICY, asObject, REPLACEMENT_POLICIES, type JsonObject, type KubeObject } from '../../api';
import type { ReplacementPolicyProblem } from '../issues';

/** The annotation has a value that means nothing. To take it for none would hide a mistake until the day of an upgrade. */
export function badReplacementPolicy(object: JsonObject | KubeObject): ReplacementPolicyProblem | undefined {
  const value = asObject(asObject(asObject(object)?.['metadata'])?.['annotations'])?.[ANNOTATION_REPLACEMENT_POLICY];
  if (value === undefined || REPLACEMENT_POLICIES.some((policy) => policy === value)) return undefined;
  return { annotation: ANNOTATION_REPLACEMENT_POLICY, value: String(value), allowed: REPLACEMENT_POLICIES };
}
