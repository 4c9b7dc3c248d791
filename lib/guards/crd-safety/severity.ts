/**
 * How bad a change is under the policy `enforce`: the check, the direction and the place decide.
 *
 * - What loses data, and what the schema promised and takes back, is an error: a field, a version, a value, a range, that a field may be
 *   left out.
 * - A limit that is written down for the first time is a warning, as is what only allows more. Mostly the operator has checked it before;
 *   and the API server accepts the update of an object that breaks it, as long as the value that breaks it stays as it is ("ratcheting":
 *   KEP-4008, on since Kubernetes 1.30). So no stored object is stuck: its metadata can be changed, and what is wrong can be put right.
 * - What is tightened in the status is a warning: no user writes it.
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

/** In the status less may be allowed: only the operator writes it, and the new one writes it anew. */
const HARMLESS_IN_STATUS: readonly CrdChange[] = ['added', 'tightened'];

/** @param path where in the schema, as in the issue */
export function severityOf(check: CrdCheck, change: CrdChange, policy: CrdPolicy, path = ''): 'error' | 'warning' {
  if (policy === 'warn' || check === 'servedVersionRemoval') return 'warning';
  if (policy === 'strict') return 'error';
  const inStatus = /^\^\.status(?:\.|$)/.test(path) && HARMLESS_IN_STATUS.includes(change);
  return inStatus || HARMLESS[check].includes(change) ? 'warning' : 'error';
}
