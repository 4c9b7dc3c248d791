/**
 * How bad a change is under the policy `enforce`: the check and the direction decide, nothing else.
 *
 * - What loses data, and what the schema promised and takes back, is an error: a field, a version, a value, a range, that a field may be
 *   left out.
 * - A limit that is written down for the first time is a warning, as is what only allows more. Mostly the operator has checked it before;
 *   and the API server accepts the update of an object that breaks it, as long as the value that breaks it stays as it is ("ratcheting":
 *   KEP-4008, on since Kubernetes 1.30). So no stored object is stuck: its metadata can be changed, and what is wrong can be put right.
 */
import type { CrdChange, CrdCheck, CrdPolicy } from './issue';

const EVERY: readonly CrdChange[] = ['added', 'tightened', 'loosened', 'changed', 'removed', 'covered'];

/** Directions that break nothing, by check. */
const HARMLESS: Readonly<Record<CrdCheck, readonly CrdChange[]>> = {
  scope: [],
  existingFieldRemoval: ['covered'],
  storedVersionRemoval: [],
  servedVersionRemoval: EVERY,
  // Stored objects keep what they have; only what is absent reads differently, mostly as the operator took it anyway.
  default: EVERY,
  description: EVERY,
  enum: ['added', 'loosened'],
  maximum: ['added'],
  maxItems: ['added'],
  maxLength: ['added'],
  maxProperties: ['added'],
  minimum: ['added'],
  minItems: ['added'],
  minLength: ['added'],
  minProperties: ['added'],
  nullable: ['loosened'],
  oneOf: ['added', 'loosened'],
  pattern: ['added', 'loosened'],
  required: ['covered'],
  type: [],
  unhandled: ['added', 'loosened', 'covered'],
};

export function severityOf(check: CrdCheck, change: CrdChange, policy: CrdPolicy): 'error' | 'warning' {
  if (policy === 'warn' || check === 'servedVersionRemoval') return 'warning';
  return policy === 'enforce' && HARMLESS[check].includes(change) ? 'warning' : 'error';
}
