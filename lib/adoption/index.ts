/**
 * Taking over what others have installed: what runs becomes revision 1 of an extension, as it runs, and nothing restarts
 * (docs/adoption.md). `helm` reads releases, `take` prepares and carries out a takeover, whoever had the objects before.
 */
export * from './helm';
export * from './objects';
export * from './olm';
export * from './upstream';
export { planTakeOver, takeOver, type TakeOptions } from './take/adopt';
export { readOne } from './take/answers';
export { asItRuns, type AsItRuns, type Edit } from './take/as-it-runs';
export { activeKeepers, type Keeper, refuseActive } from './take/keepers';
export { leftOutText, type FormerOwner, type LeftOut, type LeftOutReason } from './take/left-out';
export { APPLIERS, HELM_MANAGERS, holdersOf, replaced, type Holder } from './take/managers';
export { prepare, type TakeSource, type Taking } from './take/prepare';
