/** Why an object failed, as data. */
import type { ObjectRef } from '../../../api';
import type { Interference } from '../../fields';
import type { ApiStatus } from '../../ports';

/** What the engine wanted of the API server. */
export type RequestType =
  | 'read' | 'dry-run' | 'trial' | 'create' | 'update' | 'replace' | 'detach' | 'delete' | 'merge' | 'release' | 'nudge';

/** The API server refused a request, and will do so again. */
export interface Refused {
  readonly type: 'refused';
  readonly ref: ObjectRef;
  readonly request: RequestType;
  readonly status: ApiStatus;
}

export type FailureCause =
  | Refused
  /** The API server does not serve its kind. */
  | { readonly type: 'unserved'; readonly apiVersion: string; readonly kind: string }
  /** Another client changes it, deletes it, or makes it again before we do, again and again. */
  | {
    readonly type: 'contested';
    readonly repairs: number;
    readonly change: 'edit' | 'delete' | 'create';
    readonly interference: readonly Interference[];
  }
  | KeptCause;

/** A guard of the caller did not let it be deleted. */
export interface KeptCause {
  readonly type: 'kept';
  readonly code: 'data-loss' | 'data-loss-unknown' | 'extension-exists';
  /** A sentence of the guard, and what to do. */
  readonly message: string;
  readonly hint?: string;
}
