/**
 * One run of an operation on an extension: `runOperation` composes a record, its owner and guards. Operations of the command and
 * controllers alike begin here.
 */
export { adoptionGuard } from './adoption-guard';
export { confirmGuard } from './confirm-guard';
export { crdSafetyGuard } from './crd-safety';
export { foreignDefinitionsGuard } from './foreign-definitions';
export { dataLossGuard, lossesWith } from './data-loss-guard';
export type { Guard } from './guard';
export { namespaceGuard, type NamespaceOptions } from './namespace-guard';
export { permissionGuard, readOrListMissing, type PermissionCheckOptions } from './permission-guard';
export { recordSizeGuard } from './record-size-guard';
export { beyondTrust, describeUntrusted, trustGuard, type TrustOptions } from './trust-guard';
export { upgradeGateGuard } from './upgrade-gate-guard';
export { runOperation, type OperationRun, type RunSettings } from './run-operation';
