/** What can be wrong with what a program gives to the engine: revisions, owners, options. The words for it are in wording.ts. */
import type { CollisionProtection, IgnoredProblem, ReplacementPolicy } from '../../api';
import { type Issue, issuesOf, type None, type Segment, type Subject } from '../../issue';
import type { Given } from './given';

/** From the target, or from the options of the call. */
export type Path = readonly Segment[];

export interface InputIssues {
  'wrong-type': WrongType;
  'unknown-field': { readonly field: string; readonly known: readonly string[] };
  /** With a subject: of that object. */
  'field-required': { readonly field: RequiredField; readonly given: Given };
  'field-invalid': { readonly field: 'apiVersion' | 'name' | 'namespace'; readonly given: Given };
  'field-forbidden': { readonly field: ForbiddenField };
  'not-json': NotJson;
  'number-invalid': { readonly given: Given };
  'phase-name-invalid': { readonly given: Given };
  'phase-duplicate': { readonly name: string; readonly first: Path };
  'object-duplicate': { readonly first: Path };
  /** The subject comes in a later phase than what needs it. */
  'phase-order': {
    readonly phase: Given;
    /** The first object that needs it, and how many others do. */
    readonly needed: { readonly by: Subject; readonly phase: Given; readonly others: number };
  };
  'replacement-policy-unknown': { readonly level: Level; readonly given: Given; readonly known: readonly ReplacementPolicy[] };
  'ignore-invalid': IgnoredProblem;
  'collision-protection-unknown': { readonly level: Level; readonly given: Given; readonly known: readonly CollisionProtection[] };
  'deadline-invalid': { readonly given: Given };
  /** An issue of the check of probes. */
  'probe-invalid': { readonly issue: Pick<Issue, 'code' | 'data'> };
  'override-unknown': { readonly phase: string } | { readonly object: Subject };
  'owner-invalid': { readonly field?: OwnerField; readonly given: Given };
  'owner-strategy-missing': None;
  'owner-strategy-invalid': { readonly given: Given };
  'annotation-key-invalid': { readonly given: Given };
  /** The namespace to which a native owner is confined. */
  'object-cluster-scoped': { readonly confined: string };
  'object-other-namespace': { readonly namespace?: string; readonly confined: string };
  'option-invalid': OptionProblem;
}

/** A whole that is of another type than it must be. With a subject: a part of that object. */
export type WrongType =
  | { readonly of: TypedPart; readonly given: Given }
  /** An option that must be true or false. */
  | { readonly of: 'switch'; readonly level: Level; readonly option: string; readonly given: Given }
  /** Labels and annotations. */
  | { readonly of: 'texts'; readonly field: string; readonly given: Given }
  | { readonly of: 'object-override' };

export type TypedPart =
  | 'revision' | 'phases' | 'phase' | 'objects' | 'object' | 'metadata' | 'text' | 'probes'
  | 'overrides' | 'phase-overrides' | 'options' | 'object-overrides' | 'inventory';

/** What an option is said of. */
export type Level =
  | { readonly of: 'revision' | 'overrides' }
  | { readonly of: 'phase'; readonly name?: string }
  | { readonly of: 'object'; readonly subject: Subject };

export type RequiredField = 'name' | 'apiVersion' | 'kind' | 'metadata';

export const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid'] as const;
export type OwnerField = (typeof OWNER_FIELDS)[number] | 'namespace';

/** Metadata that belongs to others, so that a revision cannot carry it. */
export const FORBIDDEN_FIELDS = [
  'uid', 'resourceVersion', 'generation', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink',
  'managedFields', 'ownerReferences', 'generateName', 'finalizers',
] as const;
export type ForbiddenField = (typeof FORBIDDEN_FIELDS)[number];

export type NotJson =
  | { readonly found: 'number' | 'unsafe-integer'; readonly written: string }
  | { readonly found: 'type'; readonly type: string }
  | { readonly found: 'instance'; readonly of?: string }
  | { readonly found: 'cycle' | 'gap' };

/** What is wrong with an option of a call, or of the engine. */
export type OptionProblem =
  | { readonly problem: 'unknown'; readonly option: string; readonly known: readonly string[] }
  | { readonly problem: 'wrong-type'; readonly option: string; readonly given: Given; readonly expected: ExpectedOption }
  | { readonly problem: 'labels'; readonly given: Given }
  | { readonly problem: 'label'; readonly key: string; readonly given: Given }
  | { readonly problem: 'siblings' }
  /** Without numbers on the objects there has to be an owner, and one alone. */
  | { readonly problem: 'needs-numbers'; readonly because: 'no-owner' | 'siblings' }
  | { readonly problem: 'no-cluster' }
  | { readonly problem: 'field-manager' | 'system-prefix' | 'managed-by' | 'strategy'; readonly given: Given };

export type ExpectedOption = 'boolean' | 'function' | 'texts' | 'objects' | 'signal' | 'object' | { readonly oneOf: readonly string[] };

export type InputIssue = Issue<keyof InputIssues>;

export const inputIssue = issuesOf<InputIssues>();

/** Takes an issue to the others. Without a subject: of the revision or the call as a whole. */
export type Report = <Code extends keyof InputIssues>(code: Code, data: InputIssues[Code], path: Path, subject?: Subject) => void;
