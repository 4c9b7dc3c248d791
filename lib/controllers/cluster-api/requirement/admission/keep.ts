/** Keeps the policies of requirements as they should be: written when they are not, and removed when nothing asks for them any more. */
import type { KubeObject } from '../../../../api';
import type { ResourceCache } from '../../../process';
import type { Read, Requirement } from '../decide';
import { definitionPolicy } from './definition-policy';
import { deletionPolicy } from './deletion-policy';
import { isControlledBy, isLeft, isOwnedByRequirements, removeObject, writeObject, type Writing } from './keep-object';
import { BINDING_KIND, isPolicyFor, POLICY_KIND, policyName, policyObjects, type Kept, type Purpose } from './policy';

/** Why something of a requirement that is gone goes. */
export const NOBODY = 'no CompatibilityRequirement asks for it any more';

export interface PolicyPlace extends Writing {
  readonly policies: ResourceCache<KubeObject>;
  readonly bindings: ResourceCache<KubeObject>;
}

/**
 * The policy comes before its binding, and goes after it: a binding without a policy refuses nothing.
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function keepPolicies(requirement: Requirement, read: Read, place: PolicyPlace): Promise<Kept> {
  const { name = '', uid = '' } = requirement.metadata;
  const policy = policyName('definition', name);
  const isOurs = (object: KubeObject): boolean => isControlledBy(object, uid) || (isPolicyFor('definition', object) && isLeft(object));
  const strange = liveOf(policy, place).find((object) => !isOurs(object));
  if (strange !== undefined) {
    return { type: 'conflict', message: `${strange.kind} ${policy} is not controlled by this CompatibilityRequirement` };
  }
  const { compatibilitySchema, customResourceDefinitionSchemaValidation: definitions } = requirement.spec;
  if (definitions === undefined) {
    for (const object of liveOf(policy, place)) await removeObject(object, `CompatibilityRequirement ${name} asks for none`, place);
    return { type: 'kept' };
  }
  // A mistake in a requirement opens no door: what was refused before it is refused as long as it is not put right.
  if (read.type === 'wrong') return { type: 'kept' };
  const spec = definitionPolicy({
    requirement: name, definition: read.definition, selection: compatibilitySchema.requiredVersions,
    excluded: compatibilitySchema.excludedFields ?? [], action: definitions.action,
  });
  await write(policyObjects('definition', name, [{ name, uid, controller: true, blockOwnerDeletion: true }], spec), place);
  return { type: 'kept' };
}

/**
 * @param requirements all that name the definition, whether they can be read or not
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function keepDeletionPolicy(definition: string, requirements: readonly Requirement[], place: PolicyPlace): Promise<Kept> {
  const policy = policyName('deletion', definition);
  const isOurs = (object: KubeObject): boolean => isOwnedByRequirements(object) || (isPolicyFor('deletion', object) && isLeft(object));
  const strange = liveOf(policy, place).find((object) => !isOurs(object));
  if (strange !== undefined) return { type: 'conflict', message: `${strange.kind} ${policy} belongs to no CompatibilityRequirement` };
  const owners = requirements.map(({ metadata: { name = '', uid = '' } }) => ({ name, uid })).sort((a, b) => (a.name < b.name ? -1 : 1));
  await write(policyObjects('deletion', definition, owners, deletionPolicy(definition, owners.map(({ name }) => name))), place);
  return { type: 'kept' };
}

/**
 * Policies of definitions that something has changed about: kept as others name the definition, or removed. The garbage collector would
 * come for some of them; until then their definitions could not be deleted.
 * @param concerned which of them
 * @param requirementsOf the definition that a policy of this name is about; empty: none names it
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function tidyDeletionPolicies(
  concerned: (object: KubeObject) => boolean,
  requirementsOf: (policy: string) => { readonly definition: string; readonly requirements: readonly Requirement[] } | undefined,
  place: PolicyPlace,
): Promise<void> {
  const left = policiesFor('deletion', place).filter(concerned);
  for (const policy of new Set(left.map(({ metadata: { name = '' } }) => name))) {
    const named = requirementsOf(policy);
    if (named !== undefined) await keepDeletionPolicy(named.definition, named.requirements, place);
    else for (const object of left) if (object.metadata.name === policy) await removeObject(object, NOBODY, place);
  }
}

/**
 * Policies about definitions that are written whose requirement is gone.
 * @param concerned which of them
 * @throws BoxcutterError `capi-policy-not-written` (server): tried again
 */
export async function removeDefinitionPolicies(concerned: (object: KubeObject) => boolean, place: PolicyPlace): Promise<void> {
  for (const object of policiesFor('definition', place).filter(concerned)) await removeObject(object, NOBODY, place);
}

async function write(objects: readonly KubeObject[], { cluster, log, policies, bindings }: PolicyPlace): Promise<void> {
  for (const object of objects) {
    await writeObject(object, 'spec', { cluster, log, cache: object.kind === POLICY_KIND.kind ? policies : bindings });
  }
}

/** Ours, bindings first. */
function policiesFor(purpose: Purpose, { policies, bindings }: PolicyPlace): readonly KubeObject[] {
  return [...bindings.list(), ...policies.list()].filter((object) => isPolicyFor(purpose, object));
}

/** Binding first. */
function liveOf(name: string, { policies, bindings }: PolicyPlace): readonly KubeObject[] {
  return [bindings.get(name), policies.get(name)].flatMap((object) => object ?? []);
}

export { BINDING_KIND, POLICY_KIND };
