/** Phases, probes and policies of a revision as the property of a bundle, where they are otherwise than its kinds say. */
import { annotatedPolicy, type JsonObject, PROPERTY_ROLLOUT, type ResolvedObject, type ResolvedRevision } from '../../api';
import type { TypedValue } from '../bundle';
import { rolloutId, type RolloutObject } from '../rollout';
import { isOrderedByKind } from './from-revision';

/** @param namespace that the package is installed in */
export function rolloutProperties(revision: ResolvedRevision, namespace: string): readonly TypedValue[] {
  const all = revision.phases.flatMap(({ objects }) => objects);
  const hasPolicies = all.some((one) => Object.keys(policiesOf(one)).length > 0);
  const isPlain = revision.probes.length === 0 && !hasPolicies && isOrderedByKind(revision);
  if (isPlain) return [];
  const phases = revision.phases.map(({ name, objects }) => (
    { name, objects: objects.map((one): RolloutObject => ({ id: rolloutId(one.object), ...policiesOf(one) })) }
  ));
  const value = { namespace, phases, ...(revision.probes.length === 0 ? {} : { probes: revision.probes }) };
  return [{ type: PROPERTY_ROLLOUT, value: value as unknown as JsonObject }];
}

/** What the object says itself goes with it. */
function policiesOf({ object, collisionProtection, replacementPolicy }: ResolvedObject): Omit<RolloutObject, 'id'> {
  return {
    ...(collisionProtection === 'Prevent' ? {} : { collisionProtection }),
    ...(replacementPolicy === undefined || replacementPolicy === annotatedPolicy(object) ? {} : { replacementPolicy }),
  };
}
