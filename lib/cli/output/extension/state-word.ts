/** What the record of an extension says, in a word or a line. */
import { oneLine } from '../../../plain-text';
import { type Controlled, formatAge, type Head, lockState, type LockedHead, type StoredHead } from '../../../state';

/** `status` looks at the objects themselves. */
export function stateWord(stored: StoredHead): string {
  const { head, controlled } = stored;
  if (controlled !== undefined) return controlledWord(head, controlled);
  const lock = lockState(stored);
  if (lock.type === 'held') return `locked (${lock.lock.purpose})`;
  if (head.deleting === true) return 'deleting';
  if (head.paused !== undefined) return 'paused';
  if (head.revisions.length === 0) return 'recovered';
  return head.revisions[0]?.completeAt === undefined ? 'incomplete' : 'complete';
}

/** What the newest revision says of itself. */
function controlledWord({ deleting }: Head, { revisions: [newest], said }: Controlled): string {
  if (deleting === true) return 'deleting';
  const { status, reason = '' } = said.at(-1)?.conditions.find(({ type }) => type === 'Progressing') ?? {};
  if (newest === undefined) return reason === '' ? 'not installed' : `not installed (${reason})`;
  if (newest.state === 'Archived') return 'archived';
  if (newest.state === 'Paused') return 'paused';
  if (status === 'False' && reason === 'RolledOut') return 'complete';
  return reason === '' ? 'incomplete' : `incomplete (${reason})`;
}

/** Who works on it, or was cut off while doing so: a lock that no run holds any more is no news of work. */
export function describeLock(stored: LockedHead): string | undefined {
  const state = lockState(stored);
  if (state.type === 'free') return undefined;
  const { holder, purpose, since } = state.lock;
  if (state.type === 'held') return `held by ${holder} for "${purpose}" since ${since}, so it may change`;
  const next = state.type === 'expired' ? '; the next run needs --break-lock' : '';
  return `${holder} was cut off while doing "${purpose}" (since ${since})${next}`;
}

/** Where its record is, and what that says. */
export function recordLine(stored: StoredHead, word = stateWord(stored)): string {
  const { ref, controlled } = stored;
  if (controlled === undefined) return `state in namespace ${ref.namespace ?? ''}, record says ${word}`;
  return `run by the controllers, ${ref.kind} ${ref.name} says ${word}`;
}

/** What objects of the controllers say that is not as it should be, a line each. */
export function saidLines({ controlled }: StoredHead): readonly string[] {
  return (controlled?.said ?? []).flatMap(({ by, conditions }) => conditions.flatMap(({ type, status, reason, message }) => {
    const isNews = type === 'Progressing' ? !QUIET.has(reason) : (type === 'Available' || type === 'Installed') && status !== 'True';
    return isNews ? [oneLine(`${by}: ${type} ${status} ${reason}: ${message}`)] : [];
  }));
}

const QUIET: ReadonlySet<string> = new Set(['Succeeded', 'RolledOut', 'Archived']);

/** Fields of documents that say who runs it. */
export function runBy({ controlled, ref: { kind, name } }: StoredHead): object {
  if (controlled === undefined) return { runBy: 'command' };
  const conditions = controlled.said.map((said) => ({ of: said.by, conditions: said.conditions }));
  const pending = controlled.pending.map(({ name: upgrade, version, approved }) => ({ name: upgrade, version, approved }));
  return { runBy: 'controllers', object: { kind, name }, said: conditions, ...(pending.length === 0 ? {} : { pendingUpgrades: pending }) };
}

export function age(at: string): string {
  return formatAge(Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000)));
}
