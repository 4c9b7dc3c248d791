/** What is said of a run as a whole while it goes on. */
import { displayName } from '../../../api';
import { counted } from '../../../counted';
import type { State } from '../../../engine';
import { checkedOf } from '../../../engine/internal';

/** The server is asked about everything first; and a look writes nothing at all. */
export function isChecking({ preflight, task }: State): boolean {
  return preflight === 'running' || task.dryRun;
}

/** How many objects the server has been asked about, for as long as it is being asked. */
export function describeChecking(state: State): string {
  const progress = checkedOf(state);
  const far = progress === undefined ? '' : ` ${progress.checked} of ${counted(progress.objects, 'object')}`;
  return `checking${far}: nothing is written yet`;
}

export function describeUnreachable(problem: string): string {
  return `The API server does not answer, trying again: ${problem}`;
}

/** A run that is ending still creates what it has deleted: what, for how long, and how to end it at once. Undefined: it does not. */
export function describeFinishing({ finishing, items, stopping }: State): string | undefined {
  if (finishing === undefined) return undefined;
  const names = finishing.keys.flatMap((key) => items.get(key) ?? []).map(({ ref }) => displayName(ref)).join(', ');
  const why = stopping === undefined ? 'The run has failed.' : `Stopping: ${stopping}.`;
  return `${why} Before it ends, the run creates again what it has deleted in order to replace it: ${names}. `
    + `This takes ${finishing.withinMs / 1000} s at most. Another Ctrl-C ends it at once.`;
}
