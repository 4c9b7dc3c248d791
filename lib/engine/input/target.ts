/**
 * What a call is about: a whole revision, one phase or one object. All three run as a revision; only what they see of the inventory
 * differs.
 */
import { keyOf, refOf, type KubeObject, type ResolvedRevision } from '../../api';
import { defined } from '../../defined';
import type { InventoryEntry } from './build';
import { isFields } from './given';
import type { ObjectOptions, PhaseInput, RevisionInput } from './options';
import type { Scope } from './validation';

/** One phase, by itself. */
export interface PhaseTarget extends PhaseInput {
  /** Number of its revision. */
  readonly number: number;
}

/** One object, by itself. */
export interface ObjectTarget extends ObjectOptions {
  /** Number of its revision. */
  readonly number: number;
  readonly object: KubeObject;
}

export type Target = RevisionInput | ResolvedRevision | PhaseTarget | ObjectTarget;

export interface Job {
  readonly scope: Scope;
  /** Anything, until it is checked. */
  readonly input: RevisionInput;
  /** Entries of the inventory that it sees, and those that it hands back as they are. */
  readonly mine: readonly InventoryEntry[];
  readonly others: readonly InventoryEntry[];
  /** Where a single phase stands among the others of the inventory. */
  readonly order: number;
}

/** Name of the phase in which a single object without history stands. */
const SINGLE = 'object';

/** A phase sees what the inventory has of a phase of its name, an object itself alone; a revision sees everything. */
export function jobOf(target: unknown, inventory: readonly InventoryEntry[]): Job {
  if (isFields(target) && !('phases' in target)) {
    if ('objects' in target) return phaseJob(target as unknown as PhaseTarget, inventory);
    if ('object' in target) return objectJob(target as unknown as ObjectTarget, inventory);
  }
  const input = isFields(target) && 'extension' in target ? inputOf(target as unknown as ResolvedRevision) : (target as RevisionInput);
  return { scope: 'revision', input, mine: inventory, others: [], order: 0 };
}

function phaseJob({ number, ...phase }: PhaseTarget, inventory: readonly InventoryEntry[]): Job {
  const mine = inventory.filter((entry) => entry.phase === phase.name);
  return { scope: 'phase', input: { name: 'phase', number, phases: [phase] }, ...split(inventory, mine) };
}

function objectJob({ number, ...entry }: ObjectTarget, inventory: readonly InventoryEntry[]): Job {
  const key = isAddressable(entry.object) ? keyOf(refOf(entry.object)) : undefined;
  const mine = inventory.filter(({ ref }) => keyOf(ref) === key);
  const phases = [{ name: mine[0]?.phase ?? SINGLE, objects: [entry] }];
  return { scope: 'object', input: { name: 'object', number, phases }, ...split(inventory, mine) };
}

function split(inventory: readonly InventoryEntry[], mine: readonly InventoryEntry[]): Pick<Job, 'mine' | 'others' | 'order'> {
  const others = inventory.filter((entry) => !mine.includes(entry));
  const last = Math.max(-1, ...others.map(({ order }) => order));
  return { mine, others, order: mine[0]?.order ?? last + 1 };
}

function isAddressable(object: unknown): object is KubeObject {
  return isFields(object) && typeof object['apiVersion'] === 'string' && isFields(object['metadata']);
}

/** A compiled revision: what its manifest says of an object is decided already, and stands at the object. */
function inputOf({ extension, number, phases, probes, progressDeadlineMinutes }: ResolvedRevision): RevisionInput {
  return { name: extension, number, phases, probes, ...defined({ progressDeadlineMinutes }) };
}
