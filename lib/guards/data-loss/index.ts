/** The data-loss guard: what would be lost with objects that have to go. */
export { contentsText, dataLossError } from './error';
export { findDataLoss } from './find';
export { mayOwnClaims, mayOwnHolders, mayTakeClaims } from './kinds';
export type { DataLoss, DataLossReport, Departure, GuardCluster, Removal } from './types';
