/** Whether a revision is being rolled out, and why it is not: the condition Progressing as data, decided from what is known. Pure. */
import type { ObjectRef } from '../../../api';
import type { CollisionCause, FailureCause } from '../../../engine';
import { replacementOf } from '../../../runtime/internal';
import type { ContentFacts, Facts, InterferenceFacts, Placed, RolloutFacts, RunFacts } from '../facts';
import type { TargetFacts } from '../target-facts';
import type { NumberProblem } from '../lineage';
import { deadlineOf } from './deadline';

/** Why nothing is done before a person has acted. */
export type Blocked =
  | Exclude<ContentFacts, { readonly type: 'resolved' | 'unreadable' }>
  | { readonly type: 'number'; readonly problem: NumberProblem }
  /** Objects that cannot be changed in place, and may not be made anew. */
  | { readonly type: 'fixed'; readonly objects: readonly (Placed & { readonly replacement: string })[] }
  | { readonly type: 'terminal'; readonly objects: readonly (Placed & { readonly message: string })[] }
  /** A sentence of the data-loss guard. */
  | { readonly type: 'data-loss'; readonly message: string };

/** What is tried again. */
export type Trouble =
  | { readonly type: 'failures'; readonly objects: readonly (Placed & { readonly cause: FailureCause })[] }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'interference'; readonly objects: readonly InterferenceFacts[] };

export type Progress =
  | { readonly reason: 'RollingOut' }
  /** Objects go over to a newer revision. */
  | { readonly reason: 'RollingOut'; readonly handing: readonly ObjectRef[] }
  /** It has to go: what of it is still there. */
  | { readonly reason: 'RollingOut'; readonly leaving: readonly (Placed & { readonly reason: string })[] }
  | { readonly reason: 'RolloutError'; readonly trouble: Trouble }
  | { readonly reason: 'ObjectCollisions'; readonly collisions: readonly (Placed & { readonly cause: CollisionCause })[] }
  | { readonly reason: 'RolledOut' | 'Paused' | 'Archived' }
  | { readonly reason: 'Blocked'; readonly blocked: Blocked }
  /** Nothing can be done for its objects where they are. */
  | { readonly reason: 'TargetUnavailable'; readonly target: TargetFacts }
  | { readonly reason: 'ProgressDeadlineExceeded'; readonly minutes: number; readonly last: Progress };

export type ProgressReason = Progress['reason'];

/** `True` while something is being done, or is tried again. */
export const PROGRESS_STATUS: Readonly<Record<ProgressReason, 'True' | 'False'>> = {
  RollingOut: 'True',
  RolloutError: 'True',
  ObjectCollisions: 'True',
  TargetUnavailable: 'True',
  RolledOut: 'False',
  Archived: 'False',
  Paused: 'False',
  Blocked: 'False',
  ProgressDeadlineExceeded: 'False',
};

export function progressOf(facts: Facts): Progress {
  const { revision, now, target } = facts;
  if (target !== undefined) return { reason: 'TargetUnavailable', target };
  if (revision.deleting || revision.state === 'Archived') return leaving(facts.run, facts);
  const blocked = blockedBy(facts);
  if (blocked !== undefined) return { reason: 'Blocked', blocked };
  if (revision.state === 'Paused') return { reason: 'Paused' };
  const progress = rollingOut(facts);
  const deadline = deadlineOf(revision);
  if (deadline === undefined || now < deadline || isComplete(facts)) return progress;
  return { reason: 'ProgressDeadlineExceeded', minutes: revision.deadlineMinutes ?? 0, last: progress };
}

/** Everything is written and ready. */
export function isComplete({ run, objects }: Pick<Facts, 'run' | 'objects'>): boolean {
  return run?.type === 'rollout' && run.applied && run.collisions.length === 0 && run.failures.length === 0 && run.stopped === undefined
    && objects.every(({ state }) => state === 'ready');
}

/** What a person has to put right, whatever the last run says. */
export function blockedBy({ content, number, run }: Pick<Facts, 'content' | 'number' | 'run'>): Blocked | undefined {
  if (content.type === 'mutable' || content.type === 'changed') return content;
  if (number !== undefined) return { type: 'number', problem: number };
  if (run?.type === 'error' && isDataLoss(run)) return { type: 'data-loss', message: run.message };
  if (run?.type === 'rollout' && run.terminal.length > 0) return { type: 'terminal', objects: run.terminal };
  if (run?.type === 'rollout') {
    const objects = run.failures.flatMap(({ ref, phase, cause }) => {
      // What is refused for now (403: a class that lets no claim grow) is tried again.
      const replacement = cause.type === 'refused' && cause.status.code === 422 ? replacementOf(ref, cause)?.message : undefined;
      return replacement === undefined ? [] : [{ ref, phase, replacement }];
    });
    if (objects.length > 0) return { type: 'fixed', objects };
  }
  return undefined;
}

function isDataLoss({ code }: Extract<RunFacts, { type: 'error' }>): boolean {
  return code === 'data-loss';
}

function leaving(run: RunFacts | undefined, { revision, objects, content }: Facts): Progress {
  if (run?.type === 'error') {
    return isDataLoss(run)
      ? { reason: 'Blocked', blocked: { type: 'data-loss', message: run.message } }
      : { reason: 'RolloutError', trouble: { type: 'error', message: run.message } };
  }
  if (run?.type === 'teardown') {
    if (run.failures.length > 0) return { reason: 'RolloutError', trouble: { type: 'failures', objects: run.failures } };
    if (!run.complete) return { reason: 'RollingOut', leaving: run.left };
    return { reason: 'Archived' };
  }
  // Nothing was ever rolled out, or it is gone already.
  if (revision.state === 'Archived' && !revision.deleting && !revision.hasFinalizer) return { reason: 'Archived' };
  if (content.type === 'unreadable') return { reason: 'RolloutError', trouble: { type: 'error', message: content.message } };
  return { reason: 'RollingOut', leaving: objects.map(({ ref, phase }) => ({ ref, phase, reason: '' })) };
}

function rollingOut({ content, run, objects, interference }: Facts): Progress {
  if (content.type === 'unreadable') return { reason: 'RolloutError', trouble: { type: 'error', message: content.message } };
  if (run?.type === 'error') return { reason: 'RolloutError', trouble: { type: 'error', message: run.message } };
  if (run?.type !== 'rollout') return { reason: 'RollingOut' };
  return afterRollout(run, objects, interference);
}

function afterRollout(run: RolloutFacts, objects: Facts['objects'], interference: Facts['interference']): Progress {
  if (run.collisions.length > 0) return { reason: 'ObjectCollisions', collisions: run.collisions };
  if (run.failures.length > 0) return { reason: 'RolloutError', trouble: { type: 'failures', objects: run.failures } };
  if (run.stopped !== undefined) return { reason: 'RolloutError', trouble: { type: 'error', message: run.stopped } };
  if (interference.length > 0) return { reason: 'RolloutError', trouble: { type: 'interference', objects: interference } };
  // Of one that is on its way, others that an older revision still has are still to come.
  if (!run.applied) return { reason: 'RollingOut' };
  const handing = objects.filter(({ handedOver }) => handedOver).map(({ ref }) => ref);
  return handing.length > 0 ? { reason: 'RollingOut', handing } : { reason: 'RolledOut' };
}
