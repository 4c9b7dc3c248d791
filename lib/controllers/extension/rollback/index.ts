/**
 * Going back: by itself when an upgrade has failed for good and the extension asks for it, and, as a mark in the history, when a person
 * asks for an older version. A rollback is a revision of its own.
 */
export { type FailureFacts, failedUpgrade, heldAfterRollback, markerOfReturn, markOfFailure } from './decide';
export { copyOf, type RevisionCopy } from './copy';
export { rollBack, type RollbackPlace } from './perform';
