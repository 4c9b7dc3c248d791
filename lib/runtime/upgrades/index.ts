/** Pending upgrades of extensions that the controllers run, for people: listed, approved; and going back to an earlier version. */
export { approveUpgrade, type ApprovalOutcome, userNameOf } from './approve';
export { findUpgrades, pendingUpgradesOf, type PendingUpgradeInfo } from './list';
export { planReturn } from './plan-return';
export { returnToVersion, type Returned } from './return';
