/** Keeps the policies of a requirement as they should be: written when they are not, and removed when nothing asks for them any more. */
import { asObject, keyOf, refOf, type JsonValue, type KubeObject } from '../../../../api';
import type { JsonPatchOperation } from '../../../../engine';
import { BoxcutterError } from '../../../../errors';
import type { KubeLane } from '../../../../kube';
import { type ResourceCache, wordsOfAnswer } from '../../../process';
import { REQUIREMENT_MANAGER } from '../../names';
import type { Read, Requirement } from '../decide';
import { definitionPolicy } from './definition-policy';
import { BINDING_KIND, POLICY_KIND, policyName, policyObjects, type Kept, type PolicySpec } from './policy';

export interface PolicyPlace {
  readonly cluster: Pick<KubeLane, 'create' | 'patch' | 'delete'>;
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
  const spec = specOf(requirement, read);
  if (spec === undefined) await removeAll(name, place);
  else for (const object of policyObjects({ name, uid }, spec)) await write(object, place);
  return { type: 'kept' };
}

function specOf({ metadata: { name = '' }, spec }: Requirement, read: Read): PolicySpec | undefined {
  const { compatibilitySchema, customResourceDefinitionSchemaValidation: definitions } = spec;
  if (read.type === 'wrong' || definitions === undefined) return undefined;
  return definitionPolicy({
    requirement: name, definition: read.definition, selection: compatibilitySchema.requiredVersions,
    excluded: compatibilitySchema.excludedFields ?? [], action: definitions.action,
  });
}

/** Binding first. */
function liveOf(requirement: string, { policies, bindings }: PolicyPlace): readonly KubeObject[] {
  const name = policyName(requirement);
  return [bindings.get(name), policies.get(name)].flatMap((object) => object ?? []);
}

function isControlledBy({ metadata: { ownerReferences = [] } }: KubeObject, uid: string): boolean {
  return ownerReferences.some((owner) => owner.controller === true && owner.uid === uid);
}

async function removeAll(requirement: string, place: PolicyPlace): Promise<void> {
  for (const object of liveOf(requirement, place)) {
    if (object.metadata.deletionTimestamp !== undefined) continue;
    const answer = await place.cluster.delete(refOf(object), { uid: object.metadata.uid ?? '' });
    if (answer.type === 'lost' || (answer.type === 'refused' && ![404, 409].includes(answer.status.code ?? 0))) {
      throw notWritten(object, answer.type === 'lost' ? answer.message : answer.status.message);
    }
  }
}

async function write(wanted: KubeObject, { cluster, policies, bindings }: PolicyPlace): Promise<void> {
  const cache = wanted.kind === POLICY_KIND.kind ? policies : bindings;
  const live = cache.get(wanted.metadata.name ?? '');
  if (live !== undefined && isWithin(wanted as unknown as JsonValue, live as unknown as JsonValue)) return;
  // Somebody else's that is not shown yet is not taken: what is new is created, and only the object that was seen is changed.
  const answer = live === undefined ? await cluster.create(wanted, { fieldManager: REQUIREMENT_MANAGER })
    : await cluster.patch(refOf(wanted), changesOf(wanted, live), REQUIREMENT_MANAGER);
  if (answer.type !== 'object') {
    const said = wordsOfAnswer(answer, 'its kind is not served');
    throw notWritten(wanted, said);
  }
  cache.note(answer.object);
}

/** Replaced as a whole: what actions a binding has is a set, to which an apply would add. */
function changesOf(wanted: KubeObject, { metadata: { uid = '' } }: KubeObject): readonly JsonPatchOperation[] {
  return [{ op: 'test', path: '/metadata/uid', value: uid }, { op: 'replace', path: '/spec', value: wanted['spec'] as JsonValue }];
}

/** Everything that is wanted is so; what the server adds by itself does not count. */
function isWithin(wanted: JsonValue | undefined, live: JsonValue | undefined): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(live) && live.length === wanted.length
      && wanted.every((one, index) => isWithin(one as JsonValue, live[index] as JsonValue));
  }
  const object = asObject(wanted);
  if (object === undefined) return wanted === live;
  const there = asObject(live);
  return there !== undefined && Object.entries(object).every(
    ([name, value]) => value === undefined || isWithin(value as JsonValue, there[name] as JsonValue),
  );
}

function notWritten(object: KubeObject, message = ''): BoxcutterError {
  return new BoxcutterError('capi-policy-not-written', 'server', `${keyOf(refOf(object))} could not be written: ${message}.`);
}

export { BINDING_KIND, POLICY_KIND };
