/** Maintenance windows: is one open, or when does the next one open? Pure. */
import { Cron } from 'croner';
import { messageOf } from '../../errors';

export interface MaintenanceWindow {
  /** Five fields of cron: when it opens. */
  readonly schedule: string;
  readonly durationMinutes: number;
  /** @default UTC */
  readonly timeZone?: string;
}

export type Opening =
  | { readonly type: 'open' }
  | { readonly type: 'opens'; readonly at: Date }
  /** Like 30 February. */
  | { readonly type: 'never' }
  /** A schedule that cannot be read: what is wrong with it. */
  | { readonly type: 'unreadable'; readonly problem: string };

/** @param from the moment that is asked about */
export function openingAfter(windows: readonly MaintenanceWindow[], from: Date): Opening {
  const starts: Date[] = [];
  for (const window of windows) {
    const start = startOf(window, from);
    if (typeof start === 'string') return { type: 'unreadable', problem: start };
    if (start !== undefined && start <= from) return { type: 'open' };
    if (start !== undefined) starts.push(start);
  }
  const [first] = starts.sort((a, b) => a.getTime() - b.getTime());
  return first === undefined ? { type: 'never' } : { type: 'opens', at: first };
}

/** The start of the first window that ends after this moment; a text: why there is none. */
function startOf({ schedule, durationMinutes, timeZone = 'UTC' }: MaintenanceWindow, from: Date): Date | string | undefined {
  try {
    const cron = new Cron(schedule, { timezone: timeZone, mode: '5-part', paused: true });
    return cron.nextRun(new Date(from.getTime() - durationMinutes * 60_000)) ?? undefined;
  } catch (error) {
    return `the schedule "${schedule}" (${timeZone}) cannot be read: ${messageOf(error).replace(/\.$/, '')}`;
  }
}
