/**
 * One run of an operation on an extension: `runOperation` composes a record, its owner and guards. Operations of the command and
 * controllers alike begin here.
 */
export { confirmGuard } from './confirm-guard';
export { crdSafetyGuard, type CrdSafety } from './crd-safety';
export { dataLossGuard, lossesWith } from './data-loss-guard';
export type { CheckedRun, Guard, GuardAnswer, GuardedRun } from './guard';
export { comingNamespaces, namespaceGuard, type NamespaceOptions } from './namespace-guard';
export { missingPermissions, permissionGuard, readOrListMissing, type PermissionCheckOptions } from './permission-guard';
export { recordSizeGuard, tooLargeRecord } from './record-size-guard';
export { beyondTrust, describeUntrusted, trustGuard, trustRefusal, type TrustOptions } from './trust-guard';
export { runOperation, type OperationRun, type RunPlace, type RunSettings } from './run-operation';
