/**
 * The state of a run, for callers outside of the core: where an object stands, and what the run would do to it. They need to
 * know neither how an entry is kept nor how it is decided about.
 */
import type { ObjectRef } from '../../api';
import { defined } from '../../defined';
import { settledOf, viewIn, type Knowledge } from './state/entry';
import { isFailure, type ObjectAction } from './results/results';
import { readyIn } from './state/finished';
import type { State } from './state/state';
import type { ObjectView } from './view';
import type { WaitingCause } from './results/waiting';
import { actionOf, wishOfItem } from './wish';

export interface Standing {
  readonly presence: Knowledge['presence'];
  /** A live read, or a stream by name, said that it is not there. */
  readonly isGone: boolean;
  /** What became of it; absent while that is open. */
  readonly settled?: ObjectAction;
  /** The server would refuse it at the moment; it is asked again when its phase has been reached. */
  readonly isDeferred: boolean;
  /** Why nothing is sent for it at the moment. */
  readonly waiting?: WaitingCause;
}

/** Where an object stands; undefined: it is no part of the run. */
export function standingOf({ entries }: State, key: string): Standing | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  const { knowledge, progress, dryRun } = entry;
  return {
    presence: knowledge.presence,
    isGone: knowledge.presence === 'absent' && knowledge.confirmed,
    isDeferred: dryRun === 'deferred',
    ...defined({ settled: settledOf(entry), waiting: progress.waiting }),
  };
}

/** What the run did to an object of the revision, or would do next; undefined: not known yet. */
export function outcomeOf({ task, entries, items }: State, key: string): ObjectAction | undefined {
  const entry = entries.get(key);
  const item = items.get(key);
  if (entry === undefined || item === undefined) return undefined;
  return settledOf(entry) ?? actionOf(wishOfItem(task, item, entry));
}

/**
 * How far the preflight is: of all objects, those about which nothing is asked any more before the first write. Undefined: it is over.
 */
export function checkedOf({ preflight, task, tallies }: State): { readonly checked: number; readonly objects: number } | undefined {
  if (preflight !== 'running') return undefined;
  const objects = task.items.length;
  return { objects, checked: objects - tallies.reduce((sum, { questioned }) => sum + questioned, 0) };
}

/** An object that is as desired and not ready. */
export interface WaitedFor {
  readonly key: string;
  readonly ref: ObjectRef;
  readonly uid: string;
}

/** What the run waits for at the moment: objects of the phase it has come to. */
export function waitedFor({ status, preflight, plan, front, entries }: State): readonly WaitedFor[] {
  if (status !== 'running' || preflight !== 'passed') return [];
  return (plan.phases[front.batch]?.members ?? []).flatMap((item): WaitedFor[] => {
    const { key, ref } = item;
    const entry = entries.get(key);
    const view = entry && viewIn(entry);
    const settled = settledOf(entry);
    if (entry === undefined || view === undefined || settled === undefined) return [];
    const isWaitedFor = !isFailure(settled) && settled.action !== 'Released' && readyIn(item, entry)?.status !== 'pass';
    return isWaitedFor ? [{ key, ref, uid: view.uid }] : [];
  });
}

/** The objects that are there, as they were last seen, by key. */
export function viewsOf({ entries }: State): ReadonlyMap<string, ObjectView> {
  const views = new Map<string, ObjectView>();
  for (const [key, entry] of entries) {
    const view = viewIn(entry);
    if (view !== undefined) views.set(key, view);
  }
  return views;
}
