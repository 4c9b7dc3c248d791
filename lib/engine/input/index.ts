/**
 * From what a program gives to what a run needs: revisions written by hand, options of a call, what an earlier run recorded. All of it is
 * checked here, before anything is asked of a cluster.
 */
export { buildRollout, buildTeardown, inventoryOf, type Built, type BuildOptions, type InventoryEntry } from './build';
export { callProblems, checkEngineOptions, contextOf, selectorOf, strategyOf, type EngineOptions, type OwnershipOptions, type StrategyChoice } from './context';
export { defineRevision, resolveRevision } from './define';
export { isFields, refuse, shown, type RevisionFinding } from './findings';
export { kindScopes } from './kind-scopes';
export { declaredOptions, decideOrphans, unrecorded } from './leaving';
export { OptionTable, type ObjectInput, type ObjectOptions, type Overrides, type PhaseInput, type PhaseOptions, type RevisionInput, type RevisionOptions } from './options';
export { refuseUnknownPolicies } from './policies';
export { jobOf, placed, type Job, type ObjectTarget, type PhaseTarget, type Target } from './target';
export { validateRevision, type ValidationContext } from './validate';
export { optionProblems } from './validate-call';
