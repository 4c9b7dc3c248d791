/** The history of an extension: which number a revision gets, what is put down of it, and how long. Pure. */
import { ANNOTATION_UPGRADE_GATE, missedEvents, refOf, type HookNotRun, type ObjectRef, type ResolvedRevision } from '../api';
import { defined } from '../defined';
import type { Head, RevisionRecord } from './head';
import type { ApplyOperation } from './operation';

/** Archived revisions whose content is kept beside the newest one (docs/requirements.md, revisions). */
export const HISTORY_LIMIT = 5;

/** The revision with the number that an apply gives it, and whether it is the newest one of the record again. */
export function numberOf(
  revision: ResolvedRevision,
  head: Head | undefined,
): { readonly numbered: ResolvedRevision; readonly same: boolean } {
  const newest = head?.revisions[0];
  const same = newest?.digest === revision.digest && head?.deleting !== true;
  return { numbered: { ...revision, number: (newest?.number ?? 0) + (same ? 0 : 1) }, same };
}

/**
 * The history with the revision that an apply is about to bring onto the cluster.
 * @param by who applies it; undefined: not known
 */
export function withRevision(
  revisions: readonly RevisionRecord[], operation: ApplyOperation, now: Date, by?: string,
): readonly RevisionRecord[] {
  const { revision, rollbackOf } = operation;
  const { number, digest, version, bundle, takenFromOlm } = revision;
  // Going back to earlier content is going back to where that came from.
  const source = revision.source ?? revisions.find((record) => record.number === rollbackOf)?.source;
  const hooksNotRun = recordedHooks(revision);
  if (operation.again) {
    if (hooksNotRun === undefined && bundle === undefined) return revisions;
    // The same objects may be another bundle by now, or chosen in another way.
    const now = bundle === undefined ? {} : { bundle, ...defined({ version }) };
    return revisions.map((record, index) => (index === 0 ? withHooks({ ...record, ...now }, hooksNotRun) : record));
  }
  const facts = defined({ by: by?.slice(0, NAME_LIMIT), version, rollbackOf, source, bundle, gates: gatesOf(revision), takenFromOlm });
  return [withHooks({ number, digest, at: now.toISOString(), ...facts }, hooksNotRun), ...revisions];
}

/** Objects with upgrade gates that a record names; of more the others are left out, and hold nothing back. */
const GATES_LIMIT = 50;

/** Undefined: it has none. */
function gatesOf({ phases }: ResolvedRevision): readonly ObjectRef[] | undefined {
  const gates = phases.flatMap(({ objects }) => objects.flatMap(({ object }) => (
    object.metadata.annotations?.[ANNOTATION_UPGRADE_GATE] === undefined ? [] : [refOf(object)])));
  return gates.length === 0 ? undefined : gates.slice(0, GATES_LIMIT);
}

/** Hooks that a record names; of more the others are left out. */
const HOOKS_LIMIT = 50;
/** No kind and no name of Kubernetes is longer: such a hook cannot run. */
const NAME_LIMIT = 253;

/** What is put down of the hooks of a chart, with the events of deletion and rollback; undefined: the revision does not know. */
export function recordedHooks({ hooksNotRun }: ResolvedRevision): readonly HookNotRun[] | undefined {
  return hooksNotRun
    ?.map((hook) => ({ ...hook, events: [...missedEvents(hook, 'deletion'), ...missedEvents(hook, 'rollback')] }))
    .filter(({ kind, name, events }) => events.length > 0 && kind.length <= NAME_LIMIT && name.length <= NAME_LIMIT)
    .slice(0, HOOKS_LIMIT);
}

function withHooks(record: RevisionRecord, hooks: readonly HookNotRun[] | undefined): RevisionRecord {
  if (hooks === undefined) return record;
  const { hooksNotRun: _before, ...rest } = record;
  return hooks.length === 0 ? rest : { ...rest, hooksNotRun: hooks };
}

/** The history with a revision that is complete, since now or before. */
export function withCompleted(revisions: readonly RevisionRecord[], number: number, now: Date): readonly RevisionRecord[] {
  return revisions.map((record) => (record.number === number ? { completeAt: now.toISOString(), ...record } : record));
}

/**
 * What the history keeps: the newest revision and those before it; the newest complete one, however many tries came after it; and what a
 * rollback goes back to, until it is complete: running the same command again continues it.
 */
export function keptOf(revisions: readonly RevisionRecord[]): readonly RevisionRecord[] {
  const [newest] = revisions;
  const complete = revisions.find(({ completeAt }) => completeAt !== undefined);
  const wanted = newest?.completeAt === undefined ? newest?.rollbackOf : undefined;
  return revisions.filter((record, index) => index <= HISTORY_LIMIT || record === complete || record.number === wanted);
}

/** Is this the head of a first install of which no object is known, and nothing else? Its content tells whether it ever began to write. */
export function mayHaveNeverBegun({ revisions: [first, ...more], inventory, formerUids, paused }: Head): RevisionRecord | undefined {
  if (first === undefined || first.completeAt !== undefined || more.length > 0) return undefined;
  if (formerUids !== undefined || paused !== undefined) return undefined;
  return inventory.every(({ uid }) => uid === undefined) ? first : undefined;
}
