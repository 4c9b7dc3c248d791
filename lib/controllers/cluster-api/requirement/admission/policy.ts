/** The admission policies of requirements, with their bindings: what they are called, and what they are like as objects. Pure. */
import type { JsonObject, KubeObject } from '../../../../api';
import { sha256 } from '../../../../api/canonical-json';
import { LABEL_REFUSAL, REQUIREMENT_KIND } from '../../names';
import type { Variable } from './cel';

export const POLICY_KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy' } as const;
export const BINDING_KIND = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicyBinding' } as const;
export interface PolicySpec {
  readonly action: 'Deny' | 'Warn';
  readonly matchConstraints: JsonObject;
  readonly matchConditions: readonly object[];
  readonly variables?: readonly Variable[];
  readonly validations: readonly object[];
}

/** How the policy of a requirement is. */
export type Kept =
  | { readonly type: 'kept' }
  /** `message`: which object of that name is somebody else's. It is left alone. */
  | { readonly type: 'conflict'; readonly message: string };

const LONGEST = 253;

/** About definitions that are written, one for each requirement; about those that are deleted, one for each definition. */
export type Purpose = 'definition' | 'deletion';

/** A name with what it is for before it; one that becomes too long ends in its digest. @param of the requirement, or the definition */
export function policyName(purpose: Purpose, of: string): string {
  const name = `${purpose}.${of}`;
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 17)}-${sha256(name).toString('hex').slice(0, 16)}`;
}

/** One of these, or its binding: by the label, which nobody else has a reason to write, and by the name. */
export function isPolicyFor(purpose: Purpose, { metadata: { name, labels = {} } }: KubeObject): boolean {
  return labels[LABEL_REFUSAL] === purpose && name?.startsWith(`${purpose}.`) === true;
}

/** A requirement that a policy belongs to. */
export interface PolicyOwner {
  readonly name: string;
  readonly uid: string;
  /** It is of this requirement alone. @default others may own it as well */
  readonly controller?: true;
  readonly blockOwnerDeletion?: true;
}

/** The policy, and what puts it into force. */
export function policyObjects(
  purpose: Purpose, of: string, owners: readonly PolicyOwner[], { action, ...spec }: PolicySpec,
): readonly [policy: KubeObject, binding: KubeObject] {
  const name = policyName(purpose, of);
  const labels = { [LABEL_REFUSAL]: purpose };
  const ownerReferences = owners.map((owner) => ({ ...REQUIREMENT_KIND, ...owner }));
  return [
    {
      ...POLICY_KIND, metadata: { name, labels, ownerReferences }, spec: { failurePolicy: 'Fail', paramKind: null, ...spec },
    } as KubeObject,
    {
      ...BINDING_KIND, metadata: { name, labels, ownerReferences },
      spec: { policyName: name, validationActions: [action], paramRef: null, matchResources: null },
    } as KubeObject,
  ];
}

/** Definitions that are written, or deleted, whatever their names are. */
export function definitionsThat(...operations: readonly string[]): JsonObject {
  return {
    // What is left out is said as well, here and in the binding: what another client adds there would let definitions through.
    matchPolicy: 'Exact', namespaceSelector: {}, objectSelector: {}, excludeResourceRules: [],
    resourceRules: [{
      apiGroups: ['apiextensions.k8s.io'], apiVersions: ['v1'], resources: ['customresourcedefinitions'], resourceNames: [], scope: '*',
      operations,
    }],
  };
}
