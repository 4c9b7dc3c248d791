/** Good objects. Together they have every field of a kind, so that every field's constraints can be broken. */
export interface Fixture {
  readonly kind: string;
  /** For kinds that do not let every name pass. */
  readonly metadata?: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A document that breaks one rule: a good one, with changes. */
export interface BadCase<From extends string = string> {
  /** Name of the good one. */
  readonly from: From;
  readonly changes: Readonly<Record<string, unknown>>;
  /** Field that the API server names; `<nil>` for the whole object. */
  readonly field: string;
  /** What it says, to the letter. */
  readonly message: string;
  /** Changes that give the document as it was before, when the rule is about a change. */
  readonly before?: Readonly<Record<string, unknown>>;
}

export type GoodCase<From extends string = string> = Pick<BadCase<From>, 'from' | 'changes' | 'before'>;

export const bad = <From extends string>(from: From, field: string, message: string, changes: BadCase['changes']): BadCase<From> => (
  { from, field, message, changes }
);

export const changed = <From extends string>(
  from: From, field: string, message: string, changes: BadCase['changes'], before: BadCase['changes'] = {},
): BadCase<From> => ({ from, field, message, changes, before });

export const DIGEST = 'sha256:200d4ddb2a73594b91358fe6397424e975205bfbe44614f5846033cad64b3f05';

export const conditions = [
  { type: 'Progressing', status: 'True', reason: 'RollingOut', message: '', observedGeneration: 1, lastTransitionTime: '2026-01-15T10:30:00Z' },
];

export const selector = (key: string) => ({ matchLabels: { [key]: 'x' }, matchExpressions: [{ key, operator: 'In', values: ['a', 'b'] }] });
