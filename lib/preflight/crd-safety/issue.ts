/** What the check of a CRD upgrade has to say, as data; text is made in format.ts. */

/** The twenty checks, in the order in which they report. The names are those of crdify, which operators' users know from OLM. */
export const CRD_CHECKS = [
  'scope', 'existingFieldRemoval', 'storedVersionRemoval',
  'default', 'description', 'enum',
  'maximum', 'maxItems', 'maxLength', 'maxProperties', 'minimum', 'minItems', 'minLength', 'minProperties',
  'nullable', 'oneOf', 'pattern', 'required', 'type', 'unhandled',
] as const;

export type CrdCheck = (typeof CRD_CHECKS)[number];

/** Checks of the definition as a whole. Their lines name no version; the others compare schema with schema. */
export const DEFINITION_CHECKS: ReadonlySet<CrdCheck> = new Set<CrdCheck>(['scope', 'existingFieldRemoval', 'storedVersionRemoval']);

export interface CrdIssue {
  readonly check: CrdCheck;
  /** Empty: the definition as a whole. One: that version, before and after. Two: what the first takes, read as the second. */
  readonly versions: readonly string[];
  /** Place in the schema: `^` is the root, then `^.spec.replicas`, `^.spec.ports.items`; empty for the definition as a whole. */
  readonly path: string;
  /** What changed: `minimum increased : 1 -> 2`. */
  readonly message: string;
  /** `waived`: somebody said that it is meant. */
  readonly severity: 'error' | 'warning' | 'waived';
  /** The safe alternative, as a sentence. */
  readonly hint: string;
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
  /** `warn`: every issue is a warning. @default 'enforce' */
  readonly policy?: 'enforce' | 'warn';
  /** Severity by check. @default `off` for `description`, `error` for all others */
  readonly checks?: Readonly<Partial<Record<CrdCheck, 'error' | 'warning' | 'off'>>>;
  /** Values added to an enumeration. @default 'allow' */
  readonly enumAdditions?: 'allow' | 'refuse';
  readonly waivers?: readonly CrdWaiver[];
  /** Versions that objects may be stored in. @default those of the old definition's status; without one its storage version */
  readonly storedVersions?: readonly string[];
}
