/** What the check of a CRD upgrade has to say, as data; text is made in wording.ts and format.ts. */
import type { CrdChanges } from './changes';

/**
 * The checks, in the order in which they report. Twenty have the names of crdify, which operators' users know from OLM;
 * `servedVersionRemoval` is ours.
 */
export const CRD_CHECKS = [
  'scope', 'existingFieldRemoval', 'storedVersionRemoval', 'servedVersionRemoval',
  'default', 'description', 'enum',
  'maximum', 'maxItems', 'maxLength', 'maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties',
  'nullable', 'oneOf', 'pattern', 'required', 'type', 'unhandled',
] as const;

export type CrdCheck = (typeof CRD_CHECKS)[number];

/** Checks of the definition as a whole. Their lines name no version; the others compare schema with schema. */
export const DEFINITION_CHECKS: ReadonlySet<CrdCheck> = new Set<CrdCheck>([
  'scope',
  'existingFieldRemoval',
  'storedVersionRemoval',
  'servedVersionRemoval',
]);

/** In which direction something changed; with the check it decides how bad it is (severity.ts). */
export type CrdChange =
  /** There was no such limit before. */
  | 'added'
  /** Less is allowed than before. */
  | 'tightened'
  /** More is allowed than before. */
  | 'loosened'
  /** Whether more or less is allowed is not known. */
  | 'changed'
  /** What was there is gone. */
  | 'removed'
  /** Something sees to it that nothing is lost: unknown fields are kept, a default fills in what is required. */
  | 'covered';

/** How strict the check is; docs/crd-upgrade-safety.md has the table of `enforce`. */
export type CrdPolicy =
  /** Errors are what loses data, makes stored objects impossible to update, or takes from clients what the schema allowed. */
  | 'enforce'
  /** Every issue of a check that OLM has is an error, as there. */
  | 'strict'
  /** Every issue is a warning. */
  | 'warn';

export interface CrdIssue {
  readonly check: CrdCheck;
  /** Empty: the definition as a whole. One: that version, before and after. Two: what the first takes, read as the second. */
  readonly versions: readonly string[];
  /** Place in the schema: `^` is the root, then `^.spec.replicas`, `^.spec.ports.items`; empty for the definition as a whole. */
  readonly path: string;
  /** In which direction. */
  readonly change: CrdChange;
  /** What changed, as the check has it. */
  readonly data: CrdChanges[CrdCheck];
  /** `waived`: the user said that it is meant. */
  readonly severity: 'error' | 'warning' | 'waived';
  /** The waiver that lets it pass. */
  readonly waiver?: CrdWaiver;
}

/** Lets issues of one check pass. What is absent is not asked about. */
export interface CrdWaiver {
  /** Name of the definition: `widgets.example.com`. */
  readonly crd?: string;
  readonly check: CrdCheck;
  /** `v1`, or `v1 -> v2` between served versions. */
  readonly version?: string;
  /** As in the issue; with `.**` at the end, also everything below. */
  readonly path?: string;
  /** Why it is meant; for people. */
  readonly reason?: string;
}

export interface CrdCheckOptions {
  /** @default 'enforce' */
  readonly policy?: CrdPolicy;
  /**
   * Severity by check, whatever the direction; under `warn` errors are warnings all the same.
   * @default `off` for `description`, as the policy says for all others
   */
  readonly checks?: Readonly<Partial<Record<CrdCheck, 'error' | 'warning' | 'off'>>>;
  /** Values added to an enumeration. @default 'allow' */
  readonly enumAdditions?: 'allow' | 'refuse';
  readonly waivers?: readonly CrdWaiver[];
  /** Versions that objects may be stored in. @default those of the old definition's status; without one its storage version */
  readonly storedVersions?: readonly string[];
}
