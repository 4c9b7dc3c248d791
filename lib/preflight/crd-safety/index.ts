/** CRD upgrade safety: what a new form of a CustomResourceDefinition breaks for objects that exist and for those who use them. */
export { checkCrdUpgrade } from './check';
export { findingsOfCrd, formatCrdErrors, formatCrdIssue, formatCrdReport } from './format';
export { CRD_CHECKS, type CrdCheck, type CrdCheckOptions, type CrdIssue, type CrdWaiver } from './issue';
export { checkCrdUpgrades, crdUpgradeError, type CrdReader, type CrdUpgrade } from './preflight';
export { parseCrdWaiver, unusedWaivers } from './waivers';
