/** Why nothing final can be said of an object yet, as data; and the sentence that says so. */
import { subjectOf, type ObjectRef } from '../../../api';

export type WaitingCause =
  /** Its phase has not been reached. */
  | { readonly type: 'phase' }
  | { readonly type: 'being-read' }
  /** The API server is asked by dry run what it would make of it. */
  | { readonly type: 'being-checked' }
  | { readonly type: 'being-written' }
  | { readonly type: 'being-released' }
  /** It is there until its finalizers are gone. */
  | { readonly type: 'being-deleted'; readonly finalizers: readonly string[] }
  /** An object of the same phase has to be there first: its namespace, its kind. */
  | { readonly type: 'needs-object'; readonly ref: ObjectRef }
  /** The revision brings its kind, and the API server does not serve it yet. */
  | { readonly type: 'kind-not-served'; readonly apiVersion: string; readonly kind: string }
  /** Of a dry run of the task: the server cannot say now what would become of it. */
  | { readonly type: 'unforeseen'; readonly message: string }
  | { readonly type: 'contested' }
  | { readonly type: 'vanished' }
  | { readonly type: 'paused' }
  /** A dry run has ended, and could not find out. */
  | { readonly type: 'unknown' }
  /** The API server refused a request for now. */
  | { readonly type: 'refused'; readonly message: string }
  /** A request got no answer: whether it was stored is not known. */
  | { readonly type: 'lost'; readonly message: string };

/** What is said of it: the action and its sentence. */
export function waitingFor(cause: WaitingCause): { readonly action: 'Waiting'; readonly cause: WaitingCause; readonly reason: string } {
  return { action: 'Waiting', cause, reason: waitingReason(cause) };
}

/** One sentence for people. */
export function waitingReason(cause: WaitingCause): string {
  switch (cause.type) {
    case 'phase':
      return 'its phase has not been reached';
    case 'being-read':
      return 'its state is being read';
    case 'being-checked':
      return 'the API server is asked about it';
    case 'being-written':
      return 'it is being written';
    case 'being-released':
      return 'it is being let go';
    case 'being-deleted':
      return `it is being deleted${cause.finalizers.length === 0 ? '' : ` and waits for its finalizers (${cause.finalizers.join(', ')})`}`;
    case 'needs-object':
      return `it waits for ${subjectOf(cause.ref)}, which comes with the same phase`;
    case 'kind-not-served':
      return `the API server does not serve ${cause.kind} (${cause.apiVersion}) yet`;
    case 'unforeseen':
      return `cannot be foreseen: ${cause.message}`;
    case 'contested':
      return 'another client keeps changing it';
    case 'vanished':
      return 'it vanished while it was written';
    case 'paused':
      return 'it is paused';
    case 'unknown':
      return 'its state is not known';
    case 'refused':
    case 'lost':
      return cause.message;
  }
}
