/**
 * The engine: brings a revision onto a cluster, phase by phase, and takes it down in reverse. A pure core (`step`) decides;
 * a thin executor (`run`) sends. It knows no API server: `ports.ts` says what it needs of one.
 * Usable as a library: any object may be the owner, no CRDs are needed (docs/engine.md).
 */
export type { CollisionProtection, KubeObject, ObjectRef, ProgressionProbe, ResolvedRevision } from '../api';
export { buildRollout, buildTeardown, inventoryOf, type Built, type BuildOptions, type InventoryEntry } from './build';
export { MAX_REPAIRS } from './contest';
export { canonicalJson, jsonEqual, shortHash } from './canonical';
export { claim, mayDelete, type Claim, type ClaimInput } from './decide';
export type { EngineOptions, OwnershipOptions, StrategyChoice } from './context';
export { defineRevision } from './define';
export { createEngine, type CallOptions, type Engine, type EngineResult, type ReconcileOptions } from './engine';
export { run, type Comparison, type RunOptions } from './execute';
export type { Interference } from './fields';
export type { RevisionFinding } from './findings';
export type { ObjectInput, ObjectOptions, Overrides, PhaseInput, PhaseOptions, RevisionInput, RevisionOptions } from './options';
export { controllerOf, isController, isOwner, ownersOf, releaseController, removeOwner, setControllerReference, type ListedOwner } from './owners';
export { annotationOwners, ownershipOf, stampOwner, type AnnotationOwner, type Ownership, type OwnerContext, type OwnerRef, type OwnerStrategy } from './ownership';
export * from './ports';
export * from '../probes';
export { releasePatch } from './release';
export { resultOf } from './report';
export { runTask, type TaskEnding, type TaskOptions } from './run-task';
export * from './results';
export type { Step } from './draft';
export { begin, step } from './step';
export type { Entry, Event, ObjectRequest, Request, RunStatus, State } from './state';
export type { Item, ObjectRecord, Preflight, Removal, Scope, Task } from './task';
export { viewOf, type ObjectView } from './view';
export type { ObjectTarget, PhaseTarget, Target } from './target';
export { validateRevision, type ValidationContext } from './validate';
