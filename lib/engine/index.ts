/**
 * The engine: brings a revision onto a cluster, phase by phase, and takes it down in reverse. A pure core (`step`) decides;
 * a thin executor (`run`) sends. It knows no API server: `ports.ts` says what it needs of one.
 * Usable as a library: any object may be the owner, no CRDs are needed (docs/engine.md).
 */
export type { CollisionProtection, KubeObject, ObjectRef, ProgressionProbe, ReplacementPolicy, ResolvedRevision } from '../api';
export {
  allowingPolicies, begin, claim, MAX_REPAIRS, mayDelete, resultOf, step, viewOf,
  type Claim, type ClaimInput, type CollisionCause, type Diagnosis, type Entry, type Event, type FailureCause, type Item,
  type KeptCause, type ObjectRecord, type ObjectRequest, type ObjectView, type Preflight, type ReleaseCause, type Removal, type Request,
  type RunStatus, type Scope, type State, type Step, type Task, type WaitingCause,
} from './core';
export * from './core/results/results';
export { createEngine, type CallOptions, type Engine, type EngineResult, type ReconcileOptions } from './engine';
export { canonicalJson, jsonEqual, shortHash, type IgnoredField, type Interference } from './fields';
export {
  buildRollout, buildTeardown, defineRevision, inventoryOf, validateRevision, type Built,
  type BuildOptions, type EngineOptions, type InventoryEntry,
  type ObjectInput, type ObjectOptions, type ObjectTarget, type Overrides, type OwnershipOptions, type PhaseInput, type PhaseOptions,
  type PhaseTarget, type RevisionFinding, type RevisionInput, type RevisionOptions, type StrategyChoice, type Target,
  type ValidationContext,
} from './input';
export {
  annotationOwners, controllerOf, holderOf, isController, isOwner, ownershipOf, ownersOf, releaseController, releasePatch,
  removeOwner, setControllerReference,
  stampOwner, type AnnotationOwner, type Controller, type HandBack, type ListedOwner, type OwnerContext, type OwnerRef,
  type Ownership, type OwnerStrategy,
} from './ownership';
export * from './ports';
export * from '../probes';
export { run, type Comparison, type DeleteGuard, type Diagnostician, type RunOptions } from './run';
export { runTask, type TaskEnding, type TaskOptions } from './run-task';
export {
  actionReason, collisionFact, collisionReason, describeAction, detailOfAction, failureHint, failureReason, releaseReason,
  replacementReason, waitingReason, wordsOfAnswer,
} from './words';
