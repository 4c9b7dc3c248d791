import { LABEL_OWNER_NAME, type KubeObject } from '../api';
import type { Preflight, RevisionResult, State } from '../engine';
import type { KubeCluster } from '../kube';
import { LABEL_STATE } from '../state';

/** What every operation on an extension needs. */
export interface OperationOptions {
  readonly cluster: KubeCluster;
  /** Where the state of the extension lives. */
  readonly stateNamespace: string;
  /** Ends the operation in an orderly way; its `reason` is reported as `stopped`. */
  readonly signal?: AbortSignal;
  /** Called after every step of the engine. */
  readonly onProgress?: (state: State) => void;
  /** Things worth saying that are no errors. */
  readonly onNote?: (note: string) => void;
}

export interface WriteOptions extends OperationOptions {
  /** @default 'new-content' */
  readonly preflight?: Preflight;
  /** Wait for probes, and for deleted objects to be gone. @default true */
  readonly wait?: boolean;
  /** Decide and report, write nothing. @default false */
  readonly dryRun?: boolean;
  /** Take an expired lock. @default false */
  readonly takeOver?: boolean;
  /** Delete also what holds data that is not the extension's. @default false */
  readonly deleteData?: boolean;
  /** Let objects live that have to go. @default false */
  readonly orphan?: boolean;
}

/** How an operation ended. */
export type OutcomeStatus =
  /** Everything is as desired and ready (or gone). */
  | 'complete'
  /** Ended before that without a failure: not waited for, paused, out of time, interrupted. */
  | 'incomplete'
  /** A collision, an error that stays, a terminal probe. */
  | 'failed';

export interface Outcome {
  readonly extension: string;
  readonly revision: number;
  readonly version?: string;
  readonly status: OutcomeStatus;
  /** Nothing had to be written. */
  readonly unchanged: boolean;
  /** A new revision was recorded. */
  readonly newRevision: boolean;
  readonly dryRun: boolean;
  /** The extension is paused: nothing was written. */
  readonly paused: boolean;
  /** Why the run ended early. */
  readonly stopped?: string;
  readonly result: RevisionResult;
}

/** Is this Secret part of the state of this extension? (Metadata is enough to tell.) */
export function isStateSecret({ kind, metadata }: KubeObject, extension: string): boolean {
  return kind === 'Secret' && metadata.labels?.[LABEL_STATE] !== undefined && metadata.labels[LABEL_OWNER_NAME] === extension;
}
