/** What other folders of lib/ need of the engine beside its public face. */
export { fixedFields } from './core/absorb/fixed-fields';
export { isDenied, isFailedTest, lacksPermission } from './core/absorb/refusals';
export { farewellOf } from './core/results/farewell';
export {
  checkedOf, isNewer, isSurelyNewer, outcomeOf, RunResults, standingOf, viewsOf, waitedFor, type Standing, type WaitedFor,
} from './core';
export { assign, BUILT_IN_GROUPS, heldOf, isLeaf, isMap, ownedDigest, partsOf, UNSETTLED, unionOf } from './fields';
export { isWrittenByUs, withRecord } from './ownership';
