/** Why there is no plan, as data. */
import type { Unresolved } from '../resolve/resolution';
import type { Fact } from './fact';

export type Explanation =
  /** A request has no candidate at all, whatever it depends on. */
  | { readonly found: 'unresolved'; readonly packageName: string; readonly resolution: Unresolved }
  /** These facts contradict each other, and without any one of them they would not. */
  | { readonly found: 'contradiction'; readonly facts: readonly Fact[] }
  /** It takes too long to find out whether there is a plan, or why there is none. */
  | { readonly found: 'too-hard'; readonly unknown: 'plan' | 'reason' };
