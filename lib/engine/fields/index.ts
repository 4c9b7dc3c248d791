/**
 * What of an object is ours, field by field, read from its managed fields: would an apply change anything, has something changed, who
 * changed it. Pure, and without any schema (docs/no-op.md).
 */
export { canonicalJson, jsonEqual, shortHash } from './canonical';
export { applyEntry, at, isLeaf, isMap, type FieldSet } from './field-set';
export { isExactlyApplied } from './exactly-applied';
export { besideExcluded, claimOf, withoutClaimed, withoutExcluded } from './exclusive';
export { heldOf } from './held';
export { comparedWith, ignoredFields, sentTo, type IgnoredField } from './ignored';
export { assign, partsOf } from './list-keys';
export { interferences, type Interference } from './interference';
export { BUILT_IN_GROUPS } from './zeros';
export { unionOf } from './union';
export { isLost, isRestless, ownedDigest, UNSETTLED } from './owned';
