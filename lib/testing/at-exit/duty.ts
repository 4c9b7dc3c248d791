/** What is left to do when a process has ended, as one line of JSON that its watchdog reads. */
import type { KnownProcess } from '../../control-plane';

export type Duty =
  | { readonly type: 'leave-cluster'; readonly name: string; readonly directory: string; readonly user: KnownProcess }
  | { readonly type: 'remove-folder'; readonly folder: string };
