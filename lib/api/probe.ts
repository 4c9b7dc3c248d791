/**
 * Probes as data: what a revision manifest carries under `spec.progressionProbes`.
 * Selector types GroupKind and Label, and assertion types ConditionEqual, FieldsEqual and FieldValue, are upstream's;
 * selector Object, assertions CEL and KindDefault, non-string field values and `terminal` are ours.
 */
import type { JsonValue } from './object';

/** What a probe looks at. */
export type ProbeSelector =
  | { readonly type: 'GroupKind'; readonly groupKind: { readonly group: string; readonly kind: string } }
  | { readonly type: 'Label'; readonly label: LabelSelector }
  | {
    readonly type: 'Object';
    readonly object: { readonly group: string; readonly kind: string; readonly namespace?: string; readonly name: string };
  };

/** A Kubernetes label selector. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    readonly values?: readonly string[];
  }[];
}

/** What must hold. `terminal`: a failure (not a missing or outdated answer) ends the rollout at once. */
export type ProbeAssertion = { readonly terminal?: boolean } & (
  | { readonly type: 'ConditionEqual'; readonly conditionEqual: { readonly type: string; readonly status: 'True' | 'False' } }
  | { readonly type: 'FieldsEqual'; readonly fieldsEqual: { readonly fieldA: string; readonly fieldB: string } }
  | { readonly type: 'FieldValue'; readonly fieldValue: { readonly fieldPath: string; readonly value: JsonValue } }
  /** `rule` is a CEL expression over `self` that gives a boolean; `message` is shown while it is false. */
  | { readonly type: 'CEL'; readonly cel: { readonly rule: string; readonly message: string } }
  /** The rule that the object's kind has anyway (docs/probes.md). */
  | { readonly type: 'KindDefault' }
);

/**
 * One entry of `spec.progressionProbes`. All assertions of all probes that select an object must hold.
 * An object that no probe selects is judged by its kind's default rule.
 */
export interface ProgressionProbe {
  readonly selector: ProbeSelector;
  readonly assertions: readonly ProbeAssertion[];
}
