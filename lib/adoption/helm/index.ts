/**
 * Releases of Helm: reading what Helm 3, Helm 4 and operator-controller have stored, taking its objects over, and giving them back
 * (docs/adoption.md).
 */
export { adoptHelm, fenceRelease, lookAgain, planHelm } from './adopt';
export { beginHelm, type HelmAdoption, type HelmTarget } from './begin';
export { chooseRelease, type Chosen } from './choose';
export { deleteHistory, fence, giveOwner, unfence } from './fence';
export { fenceOf, type Fence } from './fence-marks';
export { findHistory, loadRelease, type WhereStored } from './find';
export { FORGET_AFTER_MS, forgetHelm, type HelmForgotten } from './forget';
export { readRelease } from './read-release';
export type { HelmHook, HelmRelease, ReleaseStatus, ReleaseStorage, StoredRelease } from './release';
export { type ReleaseSource, sourceOfRelease } from './release-source';
export { isFenced, storedRelease } from './storage';
export { beginReturn, type HelmReturn, type NamedExtension, returnObjects, returnRelease, undoHelm } from './undo';
