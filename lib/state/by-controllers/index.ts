/**
 * Extensions that the controllers run (ClusterExtension, ClusterExtensionRevision), in the form in which records of the command are read:
 * whoever lists and shows extensions need not know who runs them. Nothing here writes.
 */
export { type Approval, approvalAnnotation, approvalOf } from './approval';
export type { Controlled, ControlledRevision, ControlledUpgrade, Said } from './controlled';
export { controlledHeads, type ControlledHead } from './extension';
export { extensionOfRevision, type Relative, siblingsOf } from './lineage';
export { CONTROLLER_MANAGER, revisionOwner, revisionRef } from './owner';
export { controlledExtension, controlledExtensions, namedOfControllers } from './read';
export { nextRevision, unchangedRevision } from './next-revision';
export { ControlledRecord } from './record';
export { type FailedUpgrade, rollbackAnnotation, type RollbackMarker, rollbackMarkerOf } from './rollback-marker';
export { watchControlled, type ControlledWatch } from './watch';
export { ownSecrets, putRevision, type RevisionWriter, unownedSecrets, type WrittenContent } from './write-revision';
