/**
 * Running revisions from a program: connect to a cluster, apply, look, delete. The command is a shell over this.
 * The engine underneath is exported too: any object may be the owner, no CRDs are needed.
 */
export * from '../engine';
export {
  connect, KubeCluster, KubeLane, shareStreams, type ConnectOptions, type LaneOptions, type ShareOptions, type SharingCluster, type StreamInfo,
} from '../kube';
export {
  CRD_CHECKS, checkCrdUpgrade, checkCrdUpgrades, checkPreAuthorization, compareDefinitions, crdUpgradeError, findDataLoss, findingsOfCrd,
  formatCrdErrors, formatCrdIssue, formatCrdReport, formatLacking, formatPreAuthorization, isDefinition, lackingPermissions,
  parseCrdWaiver, permissionObjects, readDefinition, readLiveRbac, requiredPermissions, serviceAccountUser, severityOf, unusedWaivers,
  waiverTextOf, type CrdChange, type CrdCheck, type CrdCheckOptions, type CrdIssue, type CrdPair, type CrdPolicy, type CrdReader,
  type CrdUpgrade, type CrdWaiver, type DataLoss, type DataLossReport, type GuardCluster, type LackingPermissions, type MissingRules,
  type PermissionObjectsOptions, type PermissionOptions, type PlacementOptions, type PolicyRule, type PreAuthorization,
  type PreAuthorizationOptions, type RbacReader, type RbacSubject, type RequiredPermissions, type ScopedRule, type User,
} from '../preflight';
export { inAnyVersion, type VersionedCluster } from './any-version';
export { applyRevision, HISTORY_LIMIT } from './apply';
export { bundleFacts, type BundleFacts, certificateProviderOf } from './bundle-facts';
export { type CrdSafety } from './crd-safety';
export { collisionHint } from './collision-hint';
export { deleteExtension, requireHead } from './delete';
export * from './keep';
export { isStateSecret, type OperationOptions, type Outcome, type OutcomeStatus, type RefusalOptions, type Unrecorded, type WriteOptions } from './options';
export { FIELD_MANAGER, OWNER_LABELS, ownerContext, ownerSelector } from './owner';
export { findNamed } from './named-objects';
export { orphanObjects, type OrphanOptions } from './orphan';
export { pauseExtension, resumeExtension, type PauseOptions, type PauseOutcome } from './pause';
export { recordedChoices, type RecordedChoices } from './recorded-choices';
export { refuseOtherPackage } from './refusals';
export { replacementOf, type Replacement } from './replacement';
export { rollbackExtension, type RollbackOptions } from './rollback';
export { recoverExtension, type Recovered } from './recover';
export * from './explain';
export { compareObjects, type FieldChange, type ObjectComparison } from './field-diff';
export { planRevision, type Plan, type PlanOptions } from './plan';
export type { PlanAction, PlannedObject, PlannedPhase } from './planned-object';
export type { PlannedRemoval } from './planned-removal';
export { type PlanWarning } from './plan-warnings';
export { fitToServer, type FitOptions } from './served';
export { lookAtExtension, type Look, type LookOptions } from './status';
export { watchExtension, type WatchExtensionOptions } from './watch-extension';
