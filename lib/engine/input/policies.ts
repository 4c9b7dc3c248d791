/** The policies that a run knows. What it does not know it refuses: taken for another, it would touch objects that are not ours. */
import { keyOf, REPLACEMENT_POLICIES, type CollisionProtection, type ObjectRef, type ReplacementPolicy } from '../../api';
import { BoxcutterError } from '../../errors';
import type { Preflight, Task } from '../core';
import { shown } from './given';

export const COLLISION_POLICIES: readonly CollisionProtection[] = ['Prevent', 'IfNoController', 'None'];
const PREFLIGHT_POLICIES: readonly Preflight[] = ['never', 'new-content', 'always'];

/** @throws BoxcutterError `policy-unknown` (input) for a collision protection or a preflight that is none of those */
export function refuseUnknownPolicies({ items, preflight }: Pick<Task, 'items' | 'preflight'>): void {
  if (!PREFLIGHT_POLICIES.includes(preflight)) throw unknownPolicy('The preflight', preflight, PREFLIGHT_POLICIES);
  for (const { ref, protection } of items) {
    if (!COLLISION_POLICIES.includes(protection)) {
      throw unknownPolicy(`The collision protection of ${keyOf(ref)}`, protection, COLLISION_POLICIES);
    }
  }
}

/** @throws BoxcutterError `policy-unknown` (input) */
export function refuseUnknownReplacement(ref: ObjectRef, policy: ReplacementPolicy): void {
  if (!REPLACEMENT_POLICIES.includes(policy)) throw unknownPolicy(`The replacement policy of ${keyOf(ref)}`, policy, REPLACEMENT_POLICIES);
}

function unknownPolicy(what: string, value: unknown, known: readonly string[]): BoxcutterError {
  return new BoxcutterError('policy-unknown', 'input', `${what} is ${shown(value)}; it must be ${known.join(', ')}.`, {
    hint: 'Upper and lower case matter. Nothing was sent to the cluster.',
  });
}
