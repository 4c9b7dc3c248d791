/** What can be wrong with the source of a revision. The words for it are in wording.ts. */
import type { IgnoredProblem, JsonValue } from '../api';
import { issuesOf, type None, type Origin, type Subject } from '../issue';
import type { YamlIssues } from '../yaml';

/** An object of the revision, and where it was declared. */
export type Declared = { readonly subject: Subject; readonly origin: Origin };

/** Why an object has to come after another. */
export type NeedReason =
  | 'order' | 'namespace' | 'definition' | 'conversion-webhook' | 'role' | 'service-account' | 'webhook' | 'api-server';

/** What JSON cannot hold. */
export type NotJsonValue =
  | { readonly found: 'number'; readonly value: string }
  /** An integer beyond 2^53. */
  | { readonly found: 'unsafe'; readonly value: string }
  | { readonly found: 'undefined' }
  | { readonly found: 'other'; readonly type: string }
  | { readonly found: 'depth'; readonly levels: number };

/** Issues by their codes, with the data that each carries. */
export interface RevisionIssues extends Pick<YamlIssues, 'not-an-object'> {
  'not-json': NotJsonValue;
  'empty-revision': None;
  'null-entry': { readonly stored: JsonValue };
  'copy-contradiction': {
    readonly about: 'phase' | 'collision protection' | 'replacement policy';
    /** What this copy is to have, and what the first one is. */
    readonly here: string;
    readonly there: string;
    readonly first: Origin;
  };
  'forbidden-metadata': { readonly field: ForbiddenField };
  'missing-namespace': { readonly kind: string };
  'unknown-scope': { readonly kind: string };
  'object-large': { readonly bytes: number; readonly limit: number };
  'object-too-large':
    | { readonly measured: 'json'; readonly bytes: number; readonly limit: number }
    | { readonly measured: 'data'; readonly kind: string; readonly bytes: number; readonly limit: number }
    | { readonly measured: 'compressed'; readonly bytes: number };
  'job-runs-again': { readonly seconds: JsonValue };
  'invalid-extension-name': { readonly name: string; readonly limit: number };
  'invalid-number': { readonly number: number };
  'invalid-namespace': { readonly name: string };
  'invalid-deadline': { readonly minutes: number; readonly least: number; readonly most: number };
  'invalid-collision-protection': { readonly value: string; readonly allowed: readonly string[] };
  'invalid-replacement-policy': ReplacementPolicyProblem;
  'invalid-ignore': IgnoredProblem;
  /** `path`: as it was written. `near`: the name that may have been meant. */
  'ignores-nothing': { readonly path: string; readonly step: string; readonly kind: string; readonly near?: string };
  'invalid-on-removal': OnRemovalProblem;
  'unknown-object': { readonly named: Origin };
  'invalid-phase-name': { readonly name: string; readonly limit: number };
  'duplicate-phase': { readonly name: string; readonly other: Origin };
  'unknown-phase': { readonly name: string; readonly known: readonly string[] };
  'phase-cycle': { readonly phases: readonly { readonly name: string; readonly origin?: Origin }[] };
  'phase-contradiction': {
    readonly own: string;
    /** The phase of what it has to come after. */
    readonly later: string;
    readonly first: Declared;
    readonly reason: NeedReason;
  };
  'order-cycle': { readonly objects: readonly Declared[] };
  'too-many-phases': { readonly objects: number; readonly phases: number; readonly limit: number };
  'too-many-objects': { readonly objects: number; readonly limit: number };
  'kubernetes-version-unsupported': { readonly version: string; readonly supported: readonly string[] };
}

/** Metadata that a revision cannot carry. */
export type ForbiddenField = 'generateName' | 'finalizers' | 'ownerReferences';

/** A replacement policy that there is not, in an annotation or declared. */
export type ReplacementPolicyProblem = {
  readonly annotation?: string;
  readonly value: string;
  readonly allowed: readonly string[];
};

/** An annotation about removal with a value that means nothing. */
export type OnRemovalProblem = { readonly annotation: string; readonly value: string; readonly allowed: string };

export const revisionIssue = issuesOf<RevisionIssues>();
