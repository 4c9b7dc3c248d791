/**
 * What a step has to look at. What the step before looked at needs no other look until an event concerns it: so thousands of objects cost
 * an event no walk over all of them.
 */
import type { Batch, Place } from './state/plan';
import type { Front, Stage } from './state/state';
import type { Item, Removal } from './state/task';

const STAGES: readonly Stage[] = ['ahead', 'asking', 'writing', 'resting'];

/** Did the last step look at this batch in that stage, or has it been complete since? */
export function wasAt(front: Front, batch: number, stage: Stage): boolean {
  return batch < front.batch || (batch === front.batch && STAGES.indexOf(stage) <= STAGES.indexOf(front.stage));
}

/** The members of a batch that a step concerns, and those that come after one of them in the same phase; in order. */
export function concernedIn<Member extends Item | Removal>(
  { index, members }: Batch<Member>, places: ReadonlyMap<string, Place>, concerned: ReadonlySet<string>,
): readonly Member[] {
  const positions = new Set<number>();
  for (const key of concerned) {
    for (const one of [key, ...(places.get(key)?.followers ?? [])]) {
      const place = places.get(one);
      if (place?.batch === index) positions.add(place.position);
    }
  }
  return [...positions].sort((a, b) => a - b).flatMap((position) => members[position] ?? []);
}
