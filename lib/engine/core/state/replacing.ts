/** An object that the server does not change in place, and that may be made anew: what is known of that. Pure. */
import { changedFields } from '../absorb/fixed-fields';
import type { ObjectAction } from '../results/results';
import type { ObjectView } from '../view';
import type { Entry, Fixed } from './entry';

/** Deletions of one object in one run: then another client makes it again each time before we do. */
export const MAX_REPLACEMENTS = 3;

/** What was found out about this very object. */
export function fixedIn({ fixed }: Entry, { uid }: ObjectView): Fixed | undefined {
  return fixed?.uid === uid ? fixed : undefined;
}

/** What making it anew amounts to. */
export function replaced({ refusal, trial }: Fixed): ObjectAction {
  return { action: 'Replaced', cause: { fields: changedFields(refusal.status), asked: trial === 'accepted' } };
}

/** It has been deleted often enough. */
export function lostReplacement({ contest: { replacements } }: Entry): ObjectAction | undefined {
  if (replacements < MAX_REPLACEMENTS) return undefined;
  return { action: 'Failed', cause: { type: 'contested', repairs: replacements, change: 'create', interference: [] } };
}

/** The run has deleted it, or may have, and has not made it anew yet. */
export function isHalfReplaced({ progress }: Entry): boolean {
  if (progress.type === 'settled') return false;
  const behind = [progress.achieved, progress.type === 'writing' ? progress.intent : progress.unanswered];
  return behind.some((action) => action?.action === 'Replaced');
}
