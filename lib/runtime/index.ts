/**
 * Running revisions from a program: connect to a cluster, apply, look, delete. The command is a shell over this.
 * The engine underneath is exported too: any object may be the owner, no CRDs are needed.
 */
export * from '../engine';
export { connect, KubeCluster, type ConnectOptions } from '../kube';
export { inAnyVersion, type VersionedCluster } from './any-version';
export { applyRevision, HISTORY_LIMIT } from './apply';
export { deleteExtension, requireHead } from './delete';
export { isStateSecret, type OperationOptions, type Outcome, type OutcomeStatus, type Unrecorded, type WriteOptions } from './options';
export { FIELD_MANAGER, OWNER_LABELS, ownerContext, ownerSelector } from './owner';
export { recoverExtension, type Recovered } from './recover';
export { fitToServer, type FitOptions } from './served';
export { lookAtExtension, type Look } from './status';
