/**
 * Running revisions from a program: connect to a cluster, apply, look, delete. The command is a shell over this.
 * The engine underneath is exported too: any object may be the owner, no CRDs are needed.
 */
export * from '../engine';
export {
  connect,
  KubeCluster,
  KubeLane,
  shareStreams,
  type ClientKubeConfig,
  type ClientKubeConfigCluster,
  type ClientKubeConfigContext,
  type ClientKubeConfigUser,
  type ConnectOptions,
  type LaneOptions,
  type ShareOptions,
  type SharingCluster,
  type StreamInfo,
} from '../kube';
export {
  CRD_CHECKS, crdUpgradeError, findDataLoss, findingsOfCrd, formatCrdErrors, formatCrdIssue, formatCrdReport, formatLacking,
  formatPreAuthorization, formatStored, parseCrdWaiver, permissionObjects, permissionsError, permissionWording, readDefinition,
  readLiveRbac, serviceAccountUser, severityOf, unusedWaivers, waiverTextOf, type CrdChange, type CrdChanges, type CrdCheck,
  type CrdCheckOptions, type CrdFinding as CrdIssue, type CrdPair, type CrdPolicy, type CrdReader, type CrdUpgradeInWords as CrdUpgrade,
  type CrdWaiver, type DataLoss, type DataLossReport, type GuardCluster, type MissingRules, type OwnPermissionOptions,
  type PermissionIssue, type PermissionIssues, type PermissionObjectsOptions, type PermissionOptions, type PlacementOptions,
  type PolicyRule, type PreAuthorizationOptions, type RbacReader, type RbacSubject, type ScopedRule, type StoredObjects,
  type StoredReader, type User,
} from '../guards';
export { isDefinition, isReadableDefinition } from '../api';
export { checkCrdUpgrade, checkCrdUpgrades, compareDefinitions } from './crd-safety';
export { inAnyVersion, type VersionedCluster } from './any-version';
export { applyRevision } from './operations/apply';
export { beginRecord, beginRecordAmong, type Installed } from './operations/begun-record';
export { bundleFacts, certificateProviderOf } from './bundle-facts';
export type { ClusterFacts } from '../formats';
export { type CrdSafety } from './run/crd-safety';
export { DEFAULT_GRACE, type Grace } from './run/stalls';
export type { StallCause } from './explain/stalls';
export { collisionHint } from './collision-hint';
export { deleteExtension, orphanExtension } from './operations/delete';
export { isToUndo, undo } from './operations/undo';
export { contentChanges, differingObjects, type ContentChanges, type ObjectPair } from './installed/content-changes';
export { extensionHistory, type HistoryEntry } from './installed/history';
export {
  installedPair, installedRevision, type InstalledOptions, type InstalledRevision, type RevisionPair,
} from './installed/installed-revision';
export type { OwnedObject } from './installed/owned-objects';
export { treeOfExtension, type ExtensionTree } from './installed/tree';
export { findStateNamespace } from './installed/state-namespace';
export {
  type InstalledExtension, installedExtensions, installedOf, type InstalledScope, type InstalledVersion, readableExtensions,
} from './installed/extensions';
export { trustedExtensions, type TrustedExtensions, type TrustedScope } from './installed/trusted-extensions';
export { isSecretObject, maskObject } from './plan/mask';
export { type BeforeIt, broughtByAll, type ComingKind } from './plan/before-it';
export { whyNoRevision } from './operations/run-by-controllers';
export { refuseMissing, requireHead } from './operations/require-record';
export * from './keep';
export {
  type Adopting,
  type BegunRecord,
  type DeleteOptions,
  type OperationOptions,
  type Outcome,
  type OutcomeStatus,
  type RefusalOptions,
  type Unrecorded,
  type WriteOptions,
} from './options';
export {
  checkPreAuthorization, lackingOwnPermissions, lackingPermissions, requiredPermissions,
  type LackingPermissions, type PreAuthorization, type RequiredPermissions,
} from './permissions';
export { FIELD_MANAGER, HISTORY_LIMIT, OWNER_LABELS, ownerContext, ownerSelector } from '../state';
export { findNamed } from './operations/named-objects';
export { otherContentError, type OtherContent } from './operations/other-content';
export { upgradeGatedError, type GatedUpgrade } from './run/upgrade-gate-guard';
export { orphanObjects, type OrphanOptions } from './operations/orphan';
export { pauseExtension, resumeExtension, type PauseOptions, type PauseOutcome } from './operations/pause';
export {
  approveUpgrade, type ApprovalOutcome, findUpgrades, type PendingUpgradeInfo, pendingUpgradesOf, planReturn, type Returned,
  returnToVersion, userNameOf,
} from './upgrades';
export { recordedChoices } from './recorded-choices';
export type { RecordedChoices } from '../api';
export { replacementOf, type Replacement } from './plan/replacement';
export { planRollback, rollbackExtension, type PlanRollbackOptions, type RollbackOptions } from './operations/rollback';
export { recoverExtension, type Recovered, type RecoverOptions } from './recover';
export * from './explain';
export type { FieldChange } from './plan/field-change';
export { fieldPathText, memberText, type FieldPath } from './plan/field-path';
export { compareObjects, type ObjectComparison } from './plan/field-diff';
export { planRevision, type Plan, type PlanOptions } from './plan/plan';
export type { IgnoredField } from '../engine';
export type { PlanAction, PlannedObject, PlannedPhase } from './plan/planned-object';
export type { PlannedRemoval } from './plan/planned-removal';
export { type PlanWarning } from './plan/plan-warnings';
export { fitToServer, type FitOptions } from './served';
export { lookAtExtension, type Look, type LookOptions } from './status/status';
export type { Vitals } from './status/vitals';
export { watchExtension, type WatchExtensionOptions } from './status/watch-extension';
