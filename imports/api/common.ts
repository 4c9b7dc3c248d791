// Generated from lib/kinds by `npm run generate`. Do not edit.

/** One aspect of the observed state. */
export interface Condition {
  /** What the condition is about, in CamelCase; a prefix with a domain is allowed. At most 316 characters. */
  readonly type: string;
  /** Whether it holds. */
  readonly status: 'True' | 'False' | 'Unknown';
  /** Why it has this status, as one CamelCase word for programs. 1 to 1024 characters. */
  readonly reason: string;
  /** Why it has this status, for people. May be empty. At most 32768 characters. */
  readonly message: string;
  /** metadata.generation of the object when the condition was set. Older than the current one: the condition is out of date. At least 0. */
  readonly observedGeneration?: number;
  /** When the status last changed. RFC 3339 time. */
  readonly lastTransitionTime: string;
}

/** A Kubernetes label selector. */
export interface LabelSelector {
  /** Labels and the values that they must have. All of them must match. */
  readonly matchLabels?: {
    readonly [k: string]: string;
  };
  /** Requirements on labels. All of them must be met. At most 100 entries. */
  readonly matchExpressions?: readonly LabelSelectorRequirement[];
}

/** A requirement on one label. */
export interface LabelSelectorRequirement {
  /** Name of the label. At least 1 characters. */
  readonly key: string;
  /** How the label relates to the values. */
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** At least one value for In and NotIn; none for Exists and DoesNotExist. */
  readonly values?: readonly string[];
}
