/**
 * The engine: brings a revision onto a cluster, phase by phase, and takes it down in reverse. A pure core (`step`) decides;
 * a thin executor (`run`) sends. It knows no API server: `ports.ts` says what it needs of one.
 * Usable as a library: any object may be the owner, no CRDs are needed (docs/engine.md).
 */
export type { CollisionProtection, KubeObject, ObjectRef, ProgressionProbe, ResolvedRevision } from '../api';
export { buildRollout, buildTeardown, inventoryOf, type Built, type BuildOptions, type InventoryEntry } from './input/build';
export { MAX_REPAIRS } from './core/contest';
export { canonicalJson, jsonEqual, shortHash } from './fields/canonical';
export { claim, mayDelete, type Claim, type ClaimInput } from './core/decide';
export type { EngineOptions, OwnershipOptions, StrategyChoice } from './input/context';
export { defineRevision } from './input/define';
export { createEngine, type CallOptions, type Engine, type EngineResult, type ReconcileOptions } from './engine';
export { run, type Comparison, type RunOptions } from './run/executor';
export type { Interference } from './fields/fields';
export type { RevisionFinding } from './input/findings';
export type { ObjectInput, ObjectOptions, Overrides, PhaseInput, PhaseOptions, RevisionInput, RevisionOptions } from './input/options';
export { controllerOf, isController, isOwner, ownersOf, releaseController, removeOwner, setControllerReference, type ListedOwner } from './ownership/owners';
export { annotationOwners, ownershipOf, stampOwner, type AnnotationOwner, type Ownership, type OwnerContext, type OwnerRef, type OwnerStrategy } from './ownership/ownership';
export * from './ports';
export * from './probes';
export { releasePatch } from './ownership/release';
export { resultOf } from './core/result-of';
export * from './core/results';
export type { Step } from './core/draft';
export { begin, step } from './core/step';
export type { Entry, Event, ObjectRequest, Request, RunStatus, State } from './core/state';
export type { Item, ObjectRecord, Preflight, Removal, Scope, Task } from './core/task';
export { viewOf, type ObjectView } from './core/view';
export type { ObjectTarget, PhaseTarget, Target } from './input/target';
export { validateRevision, type ValidationContext } from './input/validate';
