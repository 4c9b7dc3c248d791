/** What other folders of lib/ need of the engine beside its public face. */
export { isNewer, isSurelyNewer, wishOfItem } from './core';
export { ownedDigest, UNSETTLED } from './fields';
