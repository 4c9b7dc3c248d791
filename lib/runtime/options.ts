import type { HookNotRun, KubeObject, ObjectRef } from '../api';
import { defined } from '../defined';
import type { Preflight, RevisionResult, State } from '../engine';
import { isBoxcutterError, messageOf, type ErrorCategory, type HintWords } from '../errors';
import type { KubeCluster } from '../kube';
import type { Pause, StateKeyPlace, StoredHead } from '../state';
import type { BeforeIt } from './plan/before-it';
import type { CrdSafety } from './run/crd-safety';
import type { Grace } from './run/stalls';
import type { ReplaceChoice } from './run/task';

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
  /**
   * Where the key is with which content is sealed, so that later runs can trust it (docs/state.md).
   * @default Secret `boxcutter-state-key` in namespace `kube-system`
   */
  readonly stateKey?: StateKeyPlace;
  /**
   * Trust what the state holds, no matter who wrote it; what is made of it is sealed. Without it, content that is not sealed writes nothing
   * beyond its namespace (`state-untrusted`). @default false
   */
  readonly trustState?: boolean;
  /** How hints and notes name options and operations. @default as the library does */
  readonly words?: HintWords;
}

/** The record of an extension as it was read before the operation on it. */
export interface BegunRecord {
  readonly extension: string;
  readonly stateNamespace: string;
  /** When it was asked for, as `performance.now()`. */
  readonly askedAt: number;
  /** Undefined: it is not installed. */
  readonly stored: StoredHead | undefined;
}

/** What a rollout is refused for, before it writes anything. */
export interface RefusalOptions {
  /** New forms of CustomResourceDefinitions that would break what exists. @default policy `enforce` */
  readonly crdSafety?: CrdSafety;
  /** Make namespaces that do not exist, instead of refusing; see `NamespaceOptions`. @default false */
  readonly createNamespace?: boolean;
  /**
   * Ask beforehand whether these credentials may do everything that the run needs, so that all that is missing is one error: a request for
   * each namespace, and one for each role of others that the package binds. docs/permissions.md has what cannot be asked. @default false
   */
  readonly checkPermissions?: boolean;
  /**
   * Objects that are deleted and made anew where a change cannot be made in place, whatever the revision says of them
   * (docs/immutable-fields.md). @default none
   */
  readonly replace?: ReplaceChoice;
  /**
   * No one has confirmed that the content belongs to an extension of this name: what seems to be another extension, and would delete
   * objects of the one that is installed, is refused (docs/state.md). @default false
   */
  readonly guessedName?: boolean;
  /** Let a package take the place of another one under the name of the extension, whose objects then go. @default false */
  readonly changePackage?: boolean;
  /**
   * CRDs of our own API (`olm.operatorframework.io`) that others made may be written over. Whatever the collision protection, they are
   * refused otherwise. @default false
   */
  readonly takeOverCrds?: boolean;
  /**
   * Upgrade although an object of what is installed says that it must not be upgraded now (docs/upgrade-approval.md#upgrade-gates): it is
   * refused otherwise (`upgrade-gated`). @default false
   */
  readonly ignoreUpgradeGate?: boolean;
}

/** Objects that another client manages become the extension's as they are (lib/adoption). */
export interface Adopting {
  /** Field managers that hold what becomes ours: what they set and the revision does not have, goes. */
  readonly managers: readonly string[];
  /** The objects as they were read just now: they are not asked about again. */
  readonly seen: readonly KubeObject[];
  /** Controllers of others run an extension of this name: it is what is taken over. @default such an extension is refused */
  readonly fromControllers?: boolean;
}

export interface WriteOptions extends OperationOptions, RefusalOptions {
  /** The objects are taken over: nothing waits for them to be ready. @default they are brought up */
  readonly adopting?: Adopting;
  /** @default 'new-content' */
  readonly preflight?: Preflight;
  /** Wait for probes, and for deleted objects to be gone. @default true */
  readonly wait?: boolean;
  /** The record, where the caller has begun to read it; an old one, or that of another extension, does not count. @default it is read */
  readonly begun?: BegunRecord | Promise<BegunRecord | undefined>;
  /**
   * Milliseconds that trouble of Pods may last before a rollout ends as failed instead of waiting on; an infinite one ends none. `never`:
   * nobody looks into the Pods. @default `DEFAULT_GRACE`
   */
  readonly giveUp?: Partial<Grace> | 'never';
  /** Decide what would happen, and write nothing. @default false */
  readonly dryRun?: boolean;
  /** Of a dry run: what is going to be applied before it, and brings what it needs. @default nothing */
  readonly before?: BeforeIt;
  /** Break an expired lock. @default false */
  readonly breakLock?: boolean;
  /** Delete also what holds data that is not the extension's. @default false */
  readonly deleteData?: boolean;
  /** Let objects live that have to go. @default false */
  readonly orphan?: boolean;
  /** Digests of content that the caller has applied itself, and finds in the state: it needs no seal. @default none */
  readonly vouchedDigests?: readonly string[];
  /**
   * A last look of the caller's: called once, with the extension held, after the preflight and before the first write. What it rejects with
   * ends the run; nothing is written then, and the record stays as it was. Not called when there is nothing to write, nor for deletions.
   */
  readonly confirm?: () => Promise<void>;
  /**
   * Called once, when the content is on record, before the first object is written: what cannot be taken back and is needed to go on after
   * a crash is known from the record by then. What it rejects with ends the run; the record stays. Not called for deletions.
   */
  readonly onRecord?: () => Promise<void>;
}

export interface DeleteOptions extends WriteOptions {
  /** What it was agreed to take away. When the record names other objects by then, nothing is done. @default whatever there is */
  readonly agreed?: readonly ObjectRef[];
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
  /** The extension or the revision is paused: nothing was written. */
  readonly paused: boolean;
  /** Present when it is the extension that is paused: since when, by whom, why. */
  readonly pause?: Pause;
  /** Number of the earlier revision whose content this one has. */
  readonly rollbackOf?: number;
  /** Why the run ended early, or is not complete although every object is as it should be. */
  readonly stopped?: string;
  /**
   * Present when what was done could not be put on record: the record still names what was planned, and the run may still hold the lock.
   */
  readonly unrecorded?: Unrecorded;
  /** Of a chart: hooks that are not run when it is applied; of a rollback or a delete, those that are missed then. */
  readonly hooksNotRun?: readonly HookNotRun[];
  readonly result: RevisionResult;
}

export interface Unrecorded {
  /** A sentence. */
  readonly message: string;
  /** `locked`: another run has the record by now. */
  readonly category: ErrorCategory;
  /** Nothing else kept the run from being complete. */
  readonly isOnlyCause: boolean;
}

type NotRecorded = Omit<Unrecorded, 'isOnlyCause'>;

/** A record that could not be written, as part of the outcome; said at once, too. */
export function unrecorded(
  { unrecorded: error }: { readonly unrecorded?: Error },
  onNote: OperationOptions['onNote'],
): NotRecorded | undefined {
  if (error === undefined) return undefined;
  const message = `The outcome could not be recorded: ${messageOf(error)}`;
  onNote?.(`${message} Run the command again to bring the record up to date.`);
  return { message, category: isBoxcutterError(error) ? error.category : 'server' };
}

/** What an outcome says of how the run ended. A run is not complete before that is on record. */
export function endingOf(
  state: Pick<State, 'status' | 'stopping'>,
  done: boolean,
  failure: NotRecorded | undefined,
): Pick<Outcome, 'status' | 'stopped' | 'unrecorded'> {
  const { stopping } = state;
  const stopped = stopping ?? failure?.message;
  return {
    status: done && failure === undefined ? 'complete' : state.status === 'failed' ? 'failed' : 'incomplete',
    ...defined({ stopped }),
    ...(failure === undefined ? {} : { unrecorded: { ...failure, isOnlyCause: stopping === undefined } }),
  };
}
