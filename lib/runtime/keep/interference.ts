/**
 * Another client changes the same field of the same object again and again, and we repair it again and again: neither will win. After a
 * few rounds we slow down, and say who it is. Pure functions over the history of repairs of one object.
 */
import { defined } from '../../defined';
import type { ObjectAction } from '../../engine';

/** So many repairs of the same thing within the window are no accident. */
const REPEATS = 3;
const WINDOW_MS = 10 * 60_000;
/** First pause before the next repair; doubles with each. */
const PAUSE_MS = 30_000;
const PAUSE_CAP_MS = 60 * 60_000;
/** Quiet for so long after a pause: forgotten. */
export const QUIET_MS = 10 * 60_000;

/** What had to be repaired, and who did it. */
export interface Offence {
  /** As in `Interference`; `the whole object` when it was deleted. */
  readonly path: string;
  /** Field manager; absent where the server does not tell (deletions, removed fields). */
  readonly manager?: string;
}

interface Offender extends Offence {
  /** When it was repaired, the latest times only; milliseconds. */
  readonly times: readonly number[];
  /** How often since it began. */
  readonly count: number;
}

export interface History {
  readonly offenders: readonly Offender[];
  /** How many pauses there were in a row; 0: no client interferes. */
  readonly level: number;
  /** Not to be repaired again before; milliseconds. */
  readonly until: number;
}

/** Fields of one object that are remembered and shown at most. */
const MOST_OFFENDERS = 20;

export function offencesOf(action: ObjectAction): readonly Offence[] {
  if (action.action === 'Created') return [{ path: 'the whole object' }];
  if (action.action !== 'Recovered') return [];
  // A field without a manager was removed; without any field there still was a change.
  return action.interference.length === 0 ? [{ path: 'fields of ours' }] : action.interference;
}

export function afterRepair(history: History | undefined, offences: readonly Offence[], now: number): History {
  const before = history === undefined || isOver(history, now) ? { offenders: [], level: 0, until: 0 } : history;
  const known = new Map(before.offenders.map((offender) => [idOf(offender), offender]));
  for (const offence of offences) {
    const { times = [], count = 0 } = known.get(idOf(offence)) ?? {};
    known.delete(idOf(offence)); // To the end: the oldest are forgotten first.
    known.set(idOf(offence), { ...offence, times: [...times, now].slice(-REPEATS), count: count + 1 });
  }
  const offenders = [...known.values()].slice(-MOST_OFFENDERS);
  const repeated = offences.some((offence) => isRepeated(known.get(idOf(offence)), now, before.level > 0));
  if (!repeated) return { ...before, offenders };
  return { offenders, level: before.level + 1, until: now + Math.min(PAUSE_CAP_MS, PAUSE_MS * 2 ** before.level) };
}

/** Once we are slowed down, repairs are further apart than the window: then the same thing again is enough. */
function isRepeated(offender: Offender | undefined, now: number, slowed: boolean): boolean {
  if (offender === undefined || offender.times.length < REPEATS) return false;
  return slowed || now - (offender.times[0] ?? now) <= WINDOW_MS;
}

/** Nothing had to be repaired for so long that the next time is the first again. */
export function isOver({ offenders, until }: History, now: number): boolean {
  const last = Math.max(until, ...offenders.map(({ times }) => times.at(-1) ?? 0));
  return now - last >= QUIET_MS;
}

/** When the object may be repaired; in the past: at once. */
export function allowedAt(history: History | undefined): number {
  return history?.until ?? 0;
}

/** Who interferes: for each manager its fields and how often, the most frequent first. Empty when none does. */
export function interferers(
  history: History,
): readonly { readonly manager?: string; readonly paths: readonly string[]; readonly count: number }[] {
  if (history.level === 0) return [];
  const managers = new Map<string | undefined, { paths: string[]; count: number }>();
  for (const { manager, path, count, times } of history.offenders) {
    if (times.length < REPEATS) continue;
    const entry = managers.get(manager) ?? { paths: [], count: 0 };
    managers.set(manager, { paths: [...entry.paths, path], count: Math.max(entry.count, count) });
  }
  return [...managers].map(([manager, entry]) => ({ ...defined({ manager }), ...entry })).sort((a, b) => b.count - a.count);
}

function idOf({ manager, path }: Offence): string {
  return `${manager ?? ''}\n${path}`;
}
