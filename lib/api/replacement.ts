/** Which objects are made anew where a change cannot be made in place. */
import { ANNOTATION_REPLACEMENT_POLICY } from './names';
import { asObject, type JsonObject, type KubeObject, type ObjectRef } from './object';
import type { ReplacementPolicy } from './revision';

export const REPLACEMENT_POLICIES: readonly ReplacementPolicy[] = ['Fail', 'Recreate'];

/** A Job is a run: with another template it is another run. Everything else is left as it is. */
export function policyOfKind({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): ReplacementPolicy {
  return isJob({ apiVersion, kind }) ? 'Recreate' : 'Fail';
}

/** What the object says of itself, if that is a policy. It may be anything: it is asked before it is checked. */
export function annotatedPolicy(object: KubeObject | JsonObject): ReplacementPolicy | undefined {
  const value = asObject(asObject(asObject(object)?.['metadata'])?.['annotations'])?.[ANNOTATION_REPLACEMENT_POLICY];
  return REPLACEMENT_POLICIES.find((policy) => policy === value);
}

/** A Job that Kubernetes deletes some time after it has finished. */
export function isFadingJob(object: KubeObject): boolean {
  const { ttlSecondsAfterFinished } = (object['spec'] ?? {}) as { readonly ttlSecondsAfterFinished?: unknown };
  return isJob(object) && ttlSecondsAfterFinished !== undefined && ttlSecondsAfterFinished !== null;
}

function isJob({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>): boolean {
  return kind === 'Job' && apiVersion === 'batch/v1';
}
