/** Revisions and facts for the tests of what is decided. */
import type { Condition, ObjectRef } from '../../../../lib/api';
import type { Facts, ObjectFacts, RolloutFacts } from '../../../../lib/controllers/revision/facts';
import type { Revision } from '../../../../lib/controllers/revision/model';

export const NOW = Date.parse('2026-01-01T01:00:00Z');
export const CREATED = Date.parse('2026-01-01T00:00:00Z');

export function revision(extra: Partial<Revision> = {}): Revision {
  return {
    name: 'web-1', uid: 'uid-1', generation: 1, number: 1, extension: 'web', version: '1.2.0', state: 'Active', deleting: false, createdAt: CREATED,
    previous: [], hasFinalizer: true, allowsDataLoss: false, abandons: false, takesOver: false, conditions: [], observedPhases: [{ name: 'deploy', digest: 'sha256:aa' }], ...extra,
  };
}

export function condition(type: string, status: Condition['status'], reason: string, message = ''): Condition {
  return { type, status, reason, message, observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' };
}

export const SUCCEEDED = condition('Succeeded', 'True', 'RolloutSuccess', 'Revision succeeded rolling out.');

export const refOf = (name: string): ObjectRef => ({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name });

export function object(name: string, state: ObjectFacts['state'] = 'ready', message = '', handedOver = false): ObjectFacts {
  return { ref: refOf(name), phase: 'deploy', state, message, handedOver };
}

export const ROLLED_OUT: RolloutFacts = { type: 'rollout', applied: true, collisions: [], failures: [], terminal: [] };

export function facts(extra: Partial<Facts> = {}): Facts {
  return {
    revision: revision(), content: { type: 'resolved', digests: [{ name: 'deploy', digest: 'sha256:aa' }] }, objects: [object('web')],
    interference: [], now: NOW, ...extra,
  };
}
