/** An admission policy of a requirement, with its binding: what both are called, and what they are like as objects. Pure. */
import type { JsonObject, KubeObject } from '../../../../api';
import { sha256 } from '../../../../api/canonical-json';
import { REQUIREMENT_KIND } from '../../names';
import type { Variable } from './cel';

export const POLICY_KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' } as const;
export const BINDING_KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding' } as const;
export interface PolicySpec {
  readonly action: 'Deny' | 'Warn';
  readonly matchConstraints: JsonObject;
  readonly matchConditions: readonly object[];
  readonly variables: readonly Variable[];
  readonly validations: readonly object[];
}

/** How the policy of a requirement is. */
export type Kept =
  | { readonly type: 'kept' }
  /** `message`: which object of that name is somebody else's. It is left alone. */
  | { readonly type: 'conflict'; readonly message: string };

const LONGEST = 253;

/** The requirement's name with what it is for before it; one that becomes too long ends in its digest. */
export function policyName(requirement: string): string {
  const name = `definition.${requirement}`;
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 17)}-${sha256(name).toString('hex').slice(0, 16)}`;
}

/** The policy, and what puts it into force. */
export function policyObjects(
  requirement: { readonly name: string; readonly uid: string }, { action, ...spec }: PolicySpec,
): readonly [policy: KubeObject, binding: KubeObject] {
  const name = policyName(requirement.name);
  const ownerReferences = [{ ...REQUIREMENT_KIND, ...requirement, controller: true, blockOwnerDeletion: true }];
  return [
    { ...POLICY_KIND, metadata: { name, ownerReferences }, spec: { failurePolicy: 'Fail', paramKind: null, ...spec } } as KubeObject,
    {
      ...BINDING_KIND, metadata: { name, ownerReferences },
      spec: { policyName: name, validationActions: [action], paramRef: null, matchResources: null },
    } as KubeObject,
  ];
}
