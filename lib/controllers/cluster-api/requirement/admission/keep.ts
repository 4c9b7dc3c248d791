/** Keeps the policies of a requirement as they should be: written when they are not, and removed when nothing asks for them any more. */
import type { KubeObject } from '../../../../api';
import type { ResourceCache } from '../../../process';
import type { Read, Requirement } from '../decide';
import { definitionPolicy } from './definition-policy';
import { isControlledBy, type ObjectPlace, removeObject, writeObject } from './keep-object';
import { BINDING_KIND, POLICY_KIND, policyName, policyObjects, type Kept } from './policy';

export interface PolicyPlace {
  readonly cluster: ObjectPlace['cluster'];
  readonly policies: ResourceCache<KubeObject>;
  readonly bindings: ResourceCache<KubeObject>;
}

/**
 * The policy comes before its binding, and goes after it: a binding without a policy refuses nothing.
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function keepPolicies(requirement: Requirement, read: Read, place: PolicyPlace): Promise<Kept> {
  const { name = '', uid = '' } = requirement.metadata;
  const strange = liveOf(name, place).find((object) => !isControlledBy(object, uid));
  if (strange !== undefined) {
    return { type: 'conflict', message: `${strange.kind} ${policyName(name)} is not controlled by this CompatibilityRequirement` };
  }
  const { cluster, policies, bindings } = place;
  const { compatibilitySchema, customResourceDefinitionSchemaValidation: definitions } = requirement.spec;
  if (definitions === undefined) {
    for (const object of liveOf(name, place)) await removeObject(object, cluster);
    return { type: 'kept' };
  }
  // A mistake in a requirement opens no door: what was refused before it is refused as long as it is not put right.
  if (read.type === 'wrong') return { type: 'kept' };
  const spec = definitionPolicy({
    requirement: name, definition: read.definition, selection: compatibilitySchema.requiredVersions,
    excluded: compatibilitySchema.excludedFields ?? [], action: definitions.action,
  });
  for (const object of policyObjects({ name, uid }, spec)) {
    await writeObject(object, 'spec', { cluster, cache: object.kind === POLICY_KIND.kind ? policies : bindings });
  }
  return { type: 'kept' };
}

/** Binding first. */
function liveOf(requirement: string, { policies, bindings }: PolicyPlace): readonly KubeObject[] {
  const name = policyName(requirement);
  return [bindings.get(name), policies.get(name)].flatMap((object) => object ?? []);
}

export { BINDING_KIND, POLICY_KIND };
