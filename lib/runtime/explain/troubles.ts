/** Which objects of an extension are not as they should be, and what only waits for them. Pure. */
import { defined } from '../../defined';
import { actionReason, type ObjectResult, type RevisionResult } from '../../engine';

export interface PendingPhase {
  readonly name: string;
  /** Objects of it that do not exist yet. */
  readonly objects: number;
}

export interface Troubles {
  readonly objects: readonly ObjectResult[];
  /** The first phase that is not complete: everything after it waits for it. */
  readonly phase?: string;
  /** Phases behind it, as far as something of them is not there yet. */
  readonly pending: readonly PendingPhase[];
}

export function isWell({ action, ready }: ObjectResult): boolean {
  return action === 'Released' || (action === 'Unchanged' && ready?.status === 'pass');
}

/** What a later phase lacks is no trouble of its own: it waits. */
export function troublesOf({ phases, removed }: RevisionResult): Troubles {
  const objects: ObjectResult[] = [];
  const pending: PendingPhase[] = [];
  let first: string | undefined;
  for (const phase of phases) {
    const troubled = phase.objects.filter((object) => !isWell(object));
    const missing = first === undefined ? [] : troubled.filter(({ action }) => action === 'Created');
    objects.push(...troubled.filter((object) => !missing.includes(object)));
    if (missing.length > 0) pending.push({ name: phase.name, objects: missing.length });
    if (troubled.length > 0) first ??= phase.name;
  }
  return { objects: [...objects, ...removed.filter(({ action }) => action !== 'Released')], ...defined({ phase: first }), pending };
}

/** Why it is listed, as a sentence without its subject. */
export function reasonOf(object: ObjectResult): string {
  const { ready } = object;
  switch (object.action) {
    case 'Created':
      return 'it does not exist';
    case 'Updated':
      return 'it is not as the revision wants it: no apply has reached it';
    case 'Replaced':
      return `it is not as the revision wants it, and cannot be changed in place: ${actionReason(object)}`;
    case 'Recovered':
      return `another client changed ${object.interference.slice(0, 3).map(({ path }) => path).join(', ') || 'it'}`;
    case 'Adopted':
    case 'HandedOver':
      return 'it is not taken over yet';
    case 'Collision':
    case 'Waiting':
    case 'Failed':
      return actionReason(object);
    case 'Deleted':
    case 'Orphaned':
      return 'it is no longer part of the extension and has to be removed';
    case 'Unchanged':
    case 'Released':
      if (ready === undefined) return 'its state has not been looked at';
      // What is ready may carry a remark: that a claim is not waited for.
      return ready.status === 'pass' && ready.message === '' ? 'it is as it should be' : (ready.summary ?? ready.message);
  }
}
