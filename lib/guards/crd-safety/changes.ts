/** What a check has found, as data; words are made of it in wording.ts. */
import { shorten } from './json-text';

/** A text as JSON writes it, or a list of such; cut where it is long, as packages decide how long it is. */
export type Shown = string;

export interface CrdChanges {
  readonly scope: Both;
  readonly existingFieldRemoval: { readonly version: string; readonly path: string };
  readonly storedVersionRemoval: { readonly versions: readonly string[] };
  readonly servedVersionRemoval: { readonly versions: readonly string[] };
  readonly default: Partial<Both>;
  readonly description: Both;
  readonly enum: SetChange;
  readonly maximum: LimitChange;
  readonly maxItems: LimitChange;
  readonly maxLength: LimitChange;
  readonly maxProperties: LimitChange;
  readonly minimum: LimitChange;
  readonly minItems: LimitChange;
  readonly minLength: LimitChange;
  readonly minProperties: LimitChange;
  readonly nullable: { readonly before: boolean; readonly after: boolean };
  readonly oneOf: SetChange;
  readonly pattern: Partial<Both>;
  readonly required: { readonly fields: Shown };
  readonly type: Both;
  readonly unhandled: Unhandled;
}

export interface Both {
  readonly before: Shown;
  readonly after: Shown;
}

export interface LimitChange {
  /** Absent: there was none. */
  readonly before?: number;
  readonly after: number;
}

export interface SetChange {
  /** Where there was no such set before, it is the set that is new. */
  readonly part: 'set-added' | 'values-removed' | 'values-added';
  readonly values: Shown;
}

export type Unhandled =
  | { readonly keywords: readonly KeywordChange[] }
  /** The comparison came to no end. */
  | { readonly unfinished: 'too-many-changes'; readonly limit: number }
  | { readonly unfinished: 'too-large' };

export interface KeywordChange extends Both {
  /** As OLM writes it: `Format`, `x-kubernetes-map-type`. */
  readonly keyword: string;
}

/** A text; what is none counts as empty. */
export function quoted(value: unknown): Shown {
  return shorten(JSON.stringify(textOf(value)));
}

export function listed(values: readonly string[]): Shown {
  return shorten(`[${values.join(' ')}]`);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
