/** How answers bring an object that cannot be changed in place from its refusal to the new one. Pure. */
import { defined } from '../../../defined';
import type { Refused } from '../results/failure';
import type { WaitingCause } from '../results/waiting';
import type { Entry, Fixed, Writing } from '../state/entry';
import type { ObjectRequest } from '../state/messages';
import { fixedFields, isOfContent, mayBeOfChange } from './fixed-fields';
import { againAsked, CONTESTED, failed } from './tries';

/** It builds on what is there. */
export function isOfState(request: ObjectRequest['type']): boolean {
  return request === 'dry-run' || request === 'update';
}

/** What is refused for the step from the old object to the new one may be made anew. */
export function toReplace(entry: Entry, refusal: Refused): Entry {
  const { knowledge } = entry;
  if (knowledge.presence !== 'present' || !mayBeOfChange(refusal.status)) return failed(entry, refusal.request, refusal);
  return { ...entry, fixed: { uid: knowledge.view.uid, refusal, trial: 'due' } };
}

export function tried(entry: Entry, trial: 'accepted' | 'unknown'): Entry {
  return entry.fixed === undefined ? entry : { ...entry, fixed: { ...entry.fixed, trial }, dryRun: 'passed' };
}

/**
 * The trial was refused. For its content: nothing is replaced, and the first refusal counts where it was no other than this. For its name,
 * or for something that the old object takes: then only the creation can tell, and only a field that is known as fixed is worth that.
 */
export function untried(entry: Entry, { refusal }: Fixed, trial: Refused): Entry {
  const isFixed = fixedFields(refusal.status) !== undefined;
  if (isFixed && !isOfContent(trial.status)) return tried(entry, 'unknown');
  return failed(entry, trial.request, isFixed ? trial : refusal);
}

/** The name of the trial: only a field that is known as fixed is worth going on without it. */
export function nameTaken(entry: Entry): Entry {
  const { fixed, progress } = entry;
  if (fixed === undefined || fixedFields(fixed.refusal.status) !== undefined) return tried(entry, 'unknown');
  return progress.attempts < TRIAL_ATTEMPTS ? againAsked(entry, CONTESTED) : failed(entry, 'trial', fixed.refusal);
}

const TRIAL_ATTEMPTS = 3;

/** The old one is gone, or goes. */
export function replacing(entry: Entry, write: Writing | undefined, waiting?: WaitingCause): Entry {
  if (write === undefined) return entry;
  const { intent, before } = write;
  const contest = { ...entry.contest, replacements: entry.contest.replacements + 1 };
  return { ...entry, contest, progress: { type: 'open', attempts: 0, achieved: intent, ...defined({ before, waiting }) } };
}
