/** Why an object is not ours to touch, is no longer ours, is waited for, or failed: one sentence for each cause. */
import { subjectOf } from '../../api';
import type { CausedAction, CollisionCause, ReleaseCause, ReplacementCause, WaitingCause } from '../core';
import { failureReason } from './failures';

/** Why the action is what it is, as a sentence without its subject. */
export function actionReason(action: CausedAction): string {
  switch (action.action) {
    case 'Collision':
      return collisionReason(action.cause);
    case 'Released':
      return releaseReason(action.cause);
    case 'Waiting':
      return waitingReason(action.cause);
    case 'Failed':
      return failureReason(action.cause);
    case 'Replaced':
      return replacementReason(action.cause);
  }
}

/** Why an object was made anew. */
export function replacementReason({ fields }: ReplacementCause): string {
  if (fields.length === 0) return 'a field is immutable';
  return `${fields.join(', ')} ${fields.length === 1 ? 'is' : 'are'} immutable`;
}

/** One sentence for people. Where no policy would let us have it, it says what else has to happen. */
export function collisionReason(cause: CollisionCause): string {
  const fact = collisionFact(cause);
  switch (cause.type) {
    case 'controlled':
      return `${fact}; the collision protection None would take it over`;
    case 'unmanaged':
    case 'copied':
      return `${fact}; the collision protection IfNoController or None would adopt it`;
    case 'owner-recreated':
      return `${fact}; recover the extension first`;
    default:
      return fact;
  }
}

/** The same where nobody can choose a collision protection: the fact alone. */
export function collisionFact(cause: CollisionCause): string {
  switch (cause.type) {
    case 'controlled':
      return `it is controlled by ${cause.controller?.text ?? 'another controller'}`;
    case 'owner-recreated':
      return `it is controlled by ${cause.controller.text}, an owner that was created again since`;
    case 'unmanaged':
      return 'it exists and no revision manages it';
    case 'copied':
      return 'it carries our mark, but was written by another client (a copy, or restored from a backup)';
    case 'same-revision-number':
      return `it is managed by ${cause.controller?.text ?? 'another revision'}, which claims the same revision number ${cause.revision}`;
    case 'revision-unreadable':
      return 'its revision annotation is not a number';
    case 'owner-gone':
      return 'a revision managed it, and its owner is gone; remove the revision annotation so that it can be adopted';
  }
}

/** One sentence for people. */
export function releaseReason(cause: ReleaseCause): string {
  switch (cause.type) {
    case 'newer-revision':
      return cause.revision === undefined ? 'a newer revision manages it' : `revision ${cause.revision} manages it`;
    case 'controlled':
      return `${cause.controller.text} manages it`;
    case 'copied':
      return 'another client created it: it carries our mark, but it is not the object that we wrote';
    case 'unmanaged':
      return 'no owner is left on it';
  }
}

/** One sentence for people. */
export function waitingReason(cause: WaitingCause): string {
  switch (cause.type) {
    case 'phase':
      return 'its phase has not been reached';
    case 'being-read':
      return 'its state is being read';
    case 'being-checked':
      return 'it is being checked';
    case 'being-written':
      return 'it is being written';
    case 'being-released':
      return 'it is being let go';
    case 'being-deleted':
      return `it is being deleted${cause.finalizers.length === 0 ? '' : ` and waits for its finalizers (${cause.finalizers.join(', ')})`}`;
    case 'being-replaced':
      return 'it was deleted, and is not created again yet';
    case 'needs-object':
      return `it waits for ${subjectOf(cause.ref)}, which is in the same phase`;
    case 'kind-not-served':
      return `the API server does not serve ${cause.kind} (${cause.apiVersion}) yet`;
    case 'unforeseen':
      return `cannot be foreseen: ${cause.message}`;
    case 'contested':
      return 'another client keeps changing it';
    case 'vanished':
      return 'it was deleted while it was written';
    case 'paused':
      return 'it is paused';
    case 'unknown':
      return 'its state is not known';
    case 'refused':
    case 'lost':
      return cause.message;
  }
}
