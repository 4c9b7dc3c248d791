/** What can be wrong with constructs themselves, beside what compile finds in their objects. The words for it are in wording.ts. */
import { issuesOf } from '../lib/issue';

/** Issues by their codes, with the data that each carries. */
export interface ConstructIssues {
  'unsupported-construct': { readonly construct: 'Helm' | 'Include' };
  'declared-in-phase': { readonly phase: string };
  'invalid-version': { readonly version: string };
  /** `message`: what the construct says. */
  'unreadable-object': { readonly message: string };
  /** `namespace`: that of the chart, which the object was given. Without it the object was given none, as compile finds. */
  'unknown-scope': { readonly kind: string; readonly namespace?: string };
  /** Paths of the phases. */
  'two-phases': { readonly first: string; readonly second: string };
  /** `phase`: its path; without it, it is a probe, or with `ignores` a rule about fields of others: of the phase, or of the revision. */
  'empty-target': { readonly phase?: string; readonly ignores?: true };
  /** `target`: a kind, or a label selector. `phase`: the path of the phase whose rule it is. */
  'ignores-no-object': { readonly target: string; readonly phase?: string };
  'ambiguous-string': { readonly text: string; readonly isKey: boolean };
  'not-compiled': { readonly message: string; readonly hint?: string };
  'invalid-construct': { readonly message: string };
  'unknown-certificates': { readonly given: string; readonly known: readonly string[] };
  /** `wishes`: what the package says of its revision, which an app cannot take over from objects. */
  'package-with-wishes': { readonly bundle: string; readonly wishes: readonly string[] };
  'not-a-chart': { readonly format: string };
}

export const constructIssue = issuesOf<ConstructIssues>();
