/** How a turn of an extension went, as data: its status and its events are made of it. */
import type { Deprecations, Unresolved } from '../../catalog';
import type { RevisionBundle, RevisionStates } from './revision-facts';

/** What a turn found; the last thing that it did, where something stopped it. */
export type Outcome =
  /** Nothing was in the way: the state of the revisions is the state of the extension. */
  | {
      readonly type: 'done';
      /** What a user might wonder about: said beside how the rollout goes. */
      readonly remark?: string;
    }
  /** What is installed could not be found out. */
  | { readonly type: 'unreadable'; readonly message: string }
  /** No bundle can be installed. */
  | { readonly type: 'unresolved'; readonly unresolved: Unresolved }
  /** What it needs is being installed, or what others have of it is being taken over. `againInMs`: no event tells how it goes on. */
  | { readonly type: 'waiting'; readonly message: string; readonly againInMs?: number }
  /** Something went wrong with the bundle that was chosen: it could not be pulled, rendered, checked or written. Tried again. */
  | { readonly type: 'failed'; readonly bundle: RevisionBundle; readonly message: string }
  /** Nothing will change until somebody changes something. */
  | { readonly type: 'blocked'; readonly bundle: RevisionBundle; readonly message: string }
  /** The configuration does not fit the bundle. `message` has the prefix that the requirements ask for. */
  | { readonly type: 'invalid-configuration'; readonly bundle: RevisionBundle; readonly message: string }
  /** Its objects are in a cluster that cannot be reached. */
  | { readonly type: 'target-away'; readonly message: string }
  /** It is being deleted. `againInMs`: no event tells how it goes on. */
  | { readonly type: 'leaving'; readonly progress: string; readonly againInMs?: number }
  /** It is being deleted, and that waits for a person: it would delete data, or what does it is switched off. */
  | { readonly type: 'guarded'; readonly message: string };

/** Of what was chosen, and of what is installed. */
export interface DeprecationFacts {
  /** Absent: no catalog said anything, because none could be asked. */
  readonly known?: Pick<Deprecations, 'package' | 'channels'> & {
    /** Of the installed bundle. */
    readonly bundle?: string;
  };
}

export interface StatusInput {
  readonly states: RevisionStates;
  readonly outcome: Outcome;
  readonly deprecations: DeprecationFacts;
}

/** Whether another extension may bring what this one lacks; everything else that is in its way has events of its own. */
export function waitsForOthers(outcome: Outcome): boolean {
  if (outcome.type !== 'unresolved') return outcome.type === 'waiting';
  return outcome.unresolved.candidates.some(({ fate }) => (
    fate.is === 'ineligible' && fate.reasons.some(({ reason }) => reason === 'unmet-dependency')
  ));
}
