/** What is said of a run as a whole while it goes on. */
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
