/** What can be wrong with a configuration, and with the schema that it is checked by. The words for it are in wording.ts. */
import type { JsonValue } from '../../api';
import { type Issue, issuesOf, type None, type Segment } from '../../issue';
import type { FormSketch } from './forms';
import type { SchemaFault } from '../schema/schema-fault';

type Path = readonly Segment[];

/** What of a value may be shown: the value of a plain field, the type of what holds others, the number of items or keys. */
export type Shown = { readonly value: JsonValue } | { readonly type: string } | { readonly hidden: true } | { readonly count: number };

/** A rule of a schema that a value breaks. */
export type Rule =
  | { readonly rule: 'at-most' | 'at-least' | 'below' | 'above' | 'multiple-of'; readonly limit: number }
  | { readonly rule: 'one-of'; readonly values: readonly JsonValue[] }
  | { readonly rule: 'equals'; readonly value: JsonValue }
  | { readonly rule: 'format'; readonly format: string; readonly installNamespace?: string }
  | { readonly rule: 'pattern'; readonly pattern: string }
  | { readonly rule: 'size'; readonly bound: 'least' | 'most'; readonly count: number; readonly unit: 'character' | 'item' | 'key' }
  | { readonly rule: 'no-repetition'; readonly items: readonly [number, number] }
  | { readonly rule: 'contains'; readonly least: number; readonly most?: number; readonly form: FormSketch }
  | { readonly rule: 'not'; readonly form: FormSketch }
  | { readonly rule: 'some-form' }
  | { readonly rule: 'one-form' | 'only-one-form'; readonly forms: readonly FormSketch[]; readonly more: boolean }
  | { readonly rule: 'only-one-field'; readonly fields: readonly Path[] }
  | { readonly rule: 'absent' }
  | { readonly rule: 'keyword'; readonly keyword: string };

type Decided = {
  /** Fields whose values decided which form of the schema the value was meant to have, innermost first. */
  readonly decidedBy?: readonly { readonly path: Path; readonly value: JsonValue }[];
};

/** Single problems of a configuration, which `invalid-config` lists. Their paths are those of the field, or of the key. */
export interface ConfigProblems {
  'config-unknown-key': Decided & {
    /** The key that was probably meant. */
    readonly near?: string;
  };
  'config-missing-field': Decided & {
    /** The field that needs it, where it is not required in any case. */
    readonly neededBy?: Path;
    /** Any of these fields will do; the path is that of what lacks them. */
    readonly alternatives?: readonly Path[];
    /** All values that it may have. */
    readonly values?: readonly JsonValue[];
  };
  'config-wrong-type': Decided & { readonly expected: readonly string[]; readonly found: string };
  'config-invalid-value': Decided & {
    readonly broken: Rule;
    readonly got?: Shown;
    /** What is wrong with it by the form that fits best. */
    readonly closest?: readonly Issue[];
  };
  'config-invalid-key': Decided & { readonly broken: Rule };
  'config-unsupported': { readonly bundle: string };
  /** What a program says that checks by a schema of its own, without values. */
  'config-refused': { readonly chart: string; readonly field?: string; readonly reason: string };
  /** What a schema checks beyond JSON Schema, in its words. */
  'config-rule-broken': { readonly reason: string };
  'config-too-deep': { readonly levels: number };
  'config-too-long': { readonly characters: number };
  'config-too-slow': None;
}

/** Issues by their codes, with the data that each carries. */
export interface ConfigIssues extends ConfigProblems {
  'invalid-config': {
    /** All that is wrong, one issue each, in the order of the schema. */
    readonly problems: readonly Issue[];
    /** The user can let it pass unchecked. */
    readonly mayPass?: boolean;
  };
  'invalid-config-schema': { readonly bundle: string; readonly reason: SchemaFault };
  'unused-config-default': { readonly bundle: string };
  'open-config-schema': { readonly bundle: string };
}

export const configIssue = issuesOf<ConfigIssues>();
