/**
 * Records of extensions: what a run needs of one (`ExtensionRecord`), and where the command keeps them: per extension one mutable head
 * Secret (owner, lock, inventory, history) and immutable content Secrets, in the state namespace. Needs no CRDs.
 */
export * from './content';
export { ContentCache } from './content-cache';
export { SizedCache } from './sized-cache';
export * from './content-store';
export * from './lock/extension-lock';
export * from './head';
export { newLock, type Lock } from './lock/lock';
export { FIELD_MANAGER, OWNER_LABELS, ownerContext, ownerSelector } from './head-owner';
export { HeadRecord } from './head-record';
export { tooLargeHead } from './head-size';
export { HISTORY_LIMIT, numberOf } from './history';
export * from './lock/lock-state';
export { changeUnlocked } from './lock/takeable';
export {
  bringsContent, concernedBy, inventoryAfter, inventoryDuring, keysOf,
  type ApplyOperation, type DeleteOperation, type Operation, type OrphanOperation, type RepairOperation,
} from './operation';
export * from './pause';
export * from './trust';
export type { ExtensionRecord, FenceAnswer, Owner, RecordSession, RunEnding, SessionOptions } from './record';
export { type InflatedBounds, jsonOfGzip, jsonWithin } from './reading/inflate';
export { stateNamespaceTerminating } from './state-error';
export * from './store';
export * from './listing/all-heads';
export * from './listing/readable-heads';
export * from './listing/watch-heads';
export * from './by-controllers';
