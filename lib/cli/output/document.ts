/**
 * The final document for machines: `-o json`. Its schema is versioned and documented in docs/output.md; fields are only added.
 */
import { describeAction, type ObjectResult, type PhaseResult } from '../../engine';
import type { Outcome } from '../../runtime';

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
  readonly stopped?: string;
  readonly recorded?: false;
  readonly phases: readonly { readonly name: string; readonly status: PhaseResult['status']; readonly objects: readonly ObjectDocument[] }[];
  readonly removed: readonly ObjectDocument[];
  readonly requests: Readonly<Record<string, number>>;
  readonly durationMs: number;
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
  readonly probe?: { readonly status: string; readonly message: string; readonly terminal: boolean };
}

export function outcomeDocument(command: string, outcome: Outcome, requests: Readonly<Record<string, number>>, durationMs: number): OutcomeDocument {
  const { extension, revision, version, status, unchanged, newRevision, dryRun, paused, stopped, unrecorded, result } = outcome;
  return {
    schema: OUTCOME_SCHEMA,
    command,
    extension,
    revision,
    ...(version === undefined ? {} : { version }),
    status,
    complete: status === 'complete',
    unchanged,
    newRevision,
    dryRun,
    paused,
    ...(stopped === undefined ? {} : { stopped }),
    ...(unrecorded === undefined ? {} : { recorded: false as const }),
    phases: result.phases.map((phase) => ({ name: phase.name, status: phase.status, objects: phase.objects.map(objectDocument) })),
    removed: result.removed.map(objectDocument),
    requests,
    durationMs: Math.round(durationMs),
  };
}

export function objectDocument(object: ObjectResult): ObjectDocument {
  const { ref, action, ready } = object;
  const message = describeAction(object);
  return {
    apiVersion: ref.apiVersion,
    kind: ref.kind,
    ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }),
    name: ref.name,
    action,
    ...(message === action ? {} : { message: message.replace(/^[A-Za-z]+:? /, '') }),
    ...(object.action === 'Failed' && object.error.hint !== undefined ? { hint: object.error.hint } : {}),
    // Of an object that is not ours nobody cares whether it is ready.
    ...(ready === undefined || action === 'Collision' ? {} : { ready: ready.status === 'pass', probe: ready }),
  };
}
