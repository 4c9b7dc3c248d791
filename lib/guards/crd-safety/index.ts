/** CRD upgrade safety: what a new form of a CustomResourceDefinition breaks for objects that exist and for those who use them. */
export { checkCrdUpgrade } from './check';
export { findingsOfCrd, formatCrdErrors, formatCrdIssue, formatCrdReport } from './format';
export type { CrdChanges } from './changes';
export { crdFindingOf, crdUpgradeInWords, type CrdFinding, type CrdUpgradeInWords } from './in-words';
export { CRD_CHECKS, type CrdChange, type CrdCheck, type CrdCheckOptions, type CrdIssue, type CrdPolicy, type CrdWaiver } from './issue';
export {
  checkCrdUpgrades,
  compareDefinitions,
  compareWithStored,
  readDefinition,
  type CrdPair,
  type CrdReader,
  type CrdUpgrade,
} from './upgrade';
export { crdUpgradeError, crdWarningNote, waiverTextOf } from './refusal';
export { severityOf } from './severity';
export { FEW_OBJECTS, formatStored, type StoredObjects, type StoredReader } from './stored';
export { parseCrdWaiver, unusedWaivers } from './waivers';
