/**
 * A finding is what a check has to say about an input, as data; formatting is apart (see format.ts).
 * Checks never throw midway: they return all findings.
 */
export interface Finding {
  /** Stable, kebab-case: `unknown-field`, `wrong-type`, `missing-field`, … (docs/findings.md). */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** What is wrong, without the place: `unknown field "replica"`. */
  readonly message: string;
  /** Path within the object: `spec.template.spec.containers[0].image`; empty for the object as a whole. */
  readonly path: string;
  /** What to do. */
  readonly hint?: string;
  /** The object: `Deployment.apps/v1 ns/name`. */
  readonly subject?: string;
  /** Where it was declared: a construct path, or `file.yaml:12 (document 2)`. */
  readonly origin?: string;
}
