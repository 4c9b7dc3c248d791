/**
 * The final document for machines: `-o json`. Its schema is versioned and documented in docs/output.md; fields are only added.
 */
import { defined } from '../../../defined';
import { detailOfAction, type ObjectResult, type PhaseResult, type ProbeVerdict } from '../../../engine';
import type { HookNotRun } from '../../../api';
import type { Outcome } from '../../../runtime';
import { wayOut } from './summary';

export const OUTCOME_SCHEMA = 'boxcutter.outcome/v1';

export interface OutcomeDocument {
  readonly schema: typeof OUTCOME_SCHEMA;
  readonly command: string;
  readonly extension: string;
  readonly revision: number;
  readonly version?: string;
  readonly status: Outcome['status'];
  readonly complete: boolean;
  readonly unchanged: boolean;
  readonly newRevision: boolean;
  readonly dryRun: boolean;
  readonly paused: boolean;
  readonly pause?: Outcome['pause'];
  readonly rollbackOf?: number;
  readonly stopped?: string;
  readonly recorded?: false;
  readonly phases: readonly {
    readonly name: string;
    readonly status: PhaseResult['status'];
    readonly objects: readonly ObjectDocument[];
  }[];
  readonly removed: readonly ObjectDocument[];
  readonly hooksNotRun?: readonly HookNotRun[];
  readonly requests: Readonly<Record<string, number>>;
  readonly durationMs: number;
  readonly goneBack?: OutcomeDocument;
  readonly notGoneBack?: string;
}

export interface ObjectDocument {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly action: ObjectResult['action'];
  readonly message?: string;
  readonly hint?: string;
  readonly ready?: boolean;
  readonly probe?: { readonly status: string; readonly message: string; readonly summary?: string; readonly terminal: boolean };
}

export interface RunFacts extends Pick<OutcomeDocument, 'requests'> {
  readonly durationMs: number;
}

export function outcomeDocument(
  command: string,
  outcome: Outcome,
  { requests, durationMs }: RunFacts,
): OutcomeDocument {
  const { extension, revision, version, status, unchanged, newRevision, dryRun, paused } = outcome;
  const { pause, rollbackOf, stopped, unrecorded, hooksNotRun, result } = outcome;
  return {
    schema: OUTCOME_SCHEMA,
    command,
    extension,
    revision,
    ...defined({ version }),
    status,
    complete: status === 'complete',
    unchanged,
    newRevision,
    dryRun,
    paused,
    ...defined({ pause, rollbackOf, stopped }),
    ...(unrecorded === undefined ? {} : { recorded: false as const }),
    phases: result.phases.map((phase) => ({ name: phase.name, status: phase.status, objects: phase.objects.map(objectDocument) })),
    removed: result.removed.map(objectDocument),
    ...defined({ hooksNotRun }),
    requests,
    durationMs: Math.round(durationMs),
  };
}

export function objectDocument(object: ObjectResult): ObjectDocument {
  const { ref, action, ready } = object;
  const message = object.wasAbsent === true ? 'it did not exist' : detailOfAction(object);
  const hint = object.action === 'Failed' ? wayOut(ref, object.cause) : undefined;
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    ...defined({ namespace: ref.namespace }),
    name: ref.name,
    action,
    ...defined({ message, hint }),
    // Whether an object is ready that is not ours does not matter.
    ...(ready === undefined || action === 'Collision' ? {} : { ready: ready.status === 'pass', probe: probeDocument(ready) }),
  };
}

/** What is published of a verdict, and no more of it. */
export function probeDocument({ status, message, summary, terminal }: ProbeVerdict): NonNullable<ObjectDocument['probe']> {
  return { status, message, ...defined({ summary }), terminal };
}
