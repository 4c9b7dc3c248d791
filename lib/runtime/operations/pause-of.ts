/** What keeps an operation from writing: a pause of the extension, which is on record, or the revision itself (`lifecycleState`). */
import type { ResolvedRevision } from '../../api';
import type { Head, Pause } from '../../state';

export interface PauseFacts {
  /** Nothing is written. */
  readonly paused: boolean;
  /** Present when it is the extension that is paused: since when, by whom, why. */
  readonly pause?: Pause;
}

export function pauseOf(head: Head | undefined, revision?: Pick<ResolvedRevision, 'lifecycleState'>): PauseFacts {
  const pause = head?.paused;
  return pause === undefined ? { paused: revision?.lifecycleState === 'Paused' } : { paused: true, pause };
}
