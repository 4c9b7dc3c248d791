/** Collisions as data: why an object that exists is not ours to touch, and the sentence that says so. */
import type { CollisionProtection } from '../../api';
import type { Controller } from '../ownership';

export type CollisionCause =
  /** Another controller has it: another extension, this one with another record (see `Controller.namesake`), or anything else. */
  | { readonly type: 'controlled'; readonly controller?: Controller }
  /** It exists, and no revision manages it. */
  | { readonly type: 'unmanaged' }
  /** It carries our mark, but we did not write it: a client has copied the mark with an object. */
  | { readonly type: 'copied' }
  /** Another revision of the same extension has it, and has the same number. */
  | { readonly type: 'same-revision-number'; readonly controller?: Controller; readonly revision: number }
  /** What stands in its revision annotation says nothing. */
  | { readonly type: 'revision-unreadable' }
  /** A revision managed it, and its owner is gone. */
  | { readonly type: 'owner-gone' };

/** The policies under which there would be no collision. */
export function allowingPolicies({ type }: CollisionCause): readonly CollisionProtection[] {
  switch (type) {
    case 'controlled':
      return ['None'];
    case 'unmanaged':
    case 'copied':
      return ['IfNoController', 'None'];
    case 'same-revision-number':
    case 'revision-unreadable':
    case 'owner-gone':
      return [];
  }
}

/** One sentence for people. Where no policy would let us have it, it says what else has to happen. */
export function collisionReason(cause: CollisionCause): string {
  switch (cause.type) {
    case 'controlled':
      return `it is controlled by ${cause.controller?.text ?? 'another controller'}; the collision protection None would take it over`;
    case 'unmanaged':
      return 'it exists and no revision manages it; the collision protection IfNoController or None would adopt it';
    case 'copied':
      return COPIED_REASON;
    case 'same-revision-number':
      return `it is managed by ${cause.controller?.text ?? 'another revision'}, which claims the same revision number ${cause.revision}`;
    case 'revision-unreadable':
      return 'its revision annotation is not a number';
    case 'owner-gone':
      return 'a revision managed it and its owner is gone; remove the revision annotation to let it be adopted';
  }
}

const COPIED_REASON =
  'it carries our mark, but was written by another client (a copy, or restored from a backup); the collision protection IfNoController or '
  + 'None would adopt it';
