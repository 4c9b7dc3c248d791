/** Why an object that exists is not ours to touch, as data. */
import type { CollisionProtection } from '../../api';
import type { Controller } from '../ownership';

export type CollisionCause =
  /** Another controller has it: another extension, this one with another record (see `Controller.namesake`), or anything else. */
  | { readonly type: 'controlled'; readonly controller?: Controller }
  /** It has to go, and names our owner as it was before that was made anew: the record has to be rebuilt first. */
  | { readonly type: 'owner-recreated'; readonly controller: Controller }
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
    case 'owner-recreated':
    case 'same-revision-number':
    case 'revision-unreadable':
    case 'owner-gone':
      return [];
  }
}
