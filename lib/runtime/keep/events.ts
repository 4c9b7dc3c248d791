import type { ObjectRef } from '../../api';
import type { ObjectResult } from '../../engine';
import type { Readiness, Wrong } from './objects/kept-object';

/** An extension that is kept. */
export interface ExtensionRef {
  readonly extension: string;
  /** Where its state lives. */
  readonly stateNamespace: string;
}

/** What a keeper reports. Never content of objects: field paths, managers, names. */
export type KeepEvent =
  /** Everything is looked at and nothing is to be done, after it was otherwise. Reported again after each piece of work. */
  | { readonly type: 'steady'; readonly extensions: number; readonly objects: number }
  /** An object is not as it should be. With `paused` nothing will be done about it. */
  | ({ readonly type: 'drift'; readonly ref: ObjectRef; readonly reason: Wrong; readonly paused: boolean } & ExtensionRef)
  /** A run put this right. */
  | ({ readonly type: 'repaired'; readonly object: ObjectResult } & ExtensionRef)
  /** Another client undoes what is repaired, again and again: the next repair comes at `until` (ms since 1970) at the earliest. */
  | ({
      readonly type: 'interference';
      readonly ref: ObjectRef;
      readonly manager?: string;
      readonly paths: readonly string[];
      readonly count: number;
      readonly until: number;
    } & ExtensionRef)
  | ({ readonly type: 'readiness'; readonly ref: ObjectRef; readonly ready: Readiness } & ExtensionRef)
  /** A revision that was not complete has been brought further. */
  | ({ readonly type: 'rollout'; readonly revision: number; readonly complete: boolean } & ExtensionRef)
  /** A run could not do what it should; tried again `againAt` (ms since 1970), or earlier when something changes. */
  | ({ readonly type: 'failed'; readonly message: string; readonly againAt: number } & ExtensionRef)
  /** `changed`: another revision was applied. */
  | ({ readonly type: 'extension'; readonly change: 'appeared' | 'changed' | 'paused' | 'resumed' | 'gone' } & ExtensionRef)
  /** A stream has trouble; it goes on trying. Reported once, until `restored`. */
  | { readonly type: 'trouble'; readonly what: string; readonly message: string }
  | { readonly type: 'restored'; readonly what: string };
