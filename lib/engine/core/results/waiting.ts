/** Why nothing final can be said of an object yet, as data. */
import type { ObjectRef } from '../../../api';

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
  /** It could not be changed in place: it was deleted, and is made anew next. Where a run ends like this, the object is missing. */
  | { readonly type: 'being-replaced' }
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
