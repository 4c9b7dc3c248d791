/**
 * Upgrades in people's hands: what is found is written down as a pending upgrade, and waits until somebody approves it
 * (docs/upgrade-approval.md).
 */
export { renderedDigest } from './upgrade-digest';
export {
  decideUpgrade, isFree, isSame as isSameVersion, type UpgradeDecision, type UpgradeFacts, type UpgradeRule, type UpgradeWait,
} from './decide';
export { type PendingUpgrade, pendingUpgrades, type UpgradeBundle } from './pending';
export { noteChanges, performUpgrade, removePending, type UpgradeChanges, type UpgradePlace } from './perform';
export { remarkOnWait } from './wait-words';
export { type MaintenanceWindow, openingAfter } from './windows';
