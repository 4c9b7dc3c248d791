/**
 * From what a program gives to what a run needs: revisions written by hand, options of a call, what an earlier run recorded. All of it is
 * checked here, before anything is asked of a cluster.
 */
export { buildRollout, buildTeardown, inventoryOf, type Built, type BuildOptions, type InventoryEntry } from './build';
export { contextOf, selectorOf, strategyOf, type EngineOptions, type OwnershipOptions, type StrategyChoice } from './context';
export { defineRevision, resolveRevision, validateRevision } from './define';
export { refuse, type RevisionFinding } from './findings';
export { given, isFields, shown } from './given';
export { inputIssue, type InputIssue } from './issues';
export { kindScopes } from './kind-scopes';
export { declaredOptions, decideOrphans, unrecorded } from './leaving';
export {
  OptionTable, type ObjectInput, type ObjectOptions, type Overrides, type PhaseInput, type PhaseOptions, type RevisionInput,
  type RevisionOptions,
} from './options';
export { refuseUnknownPolicies } from './policies';
export { jobOf, type Job, type ObjectTarget, type PhaseTarget, type Target } from './target';
export { checkCall, checkEngineOptions, checkRevision, type ValidationContext } from './validation';
