/**
 * Probes: is an object ready? Pure functions over one live object, compiled once from the probes of a revision.
 * An object that no probe selects is judged by the rule of its kind (docs/probes.md has the table).
 */
export { checkProbes, type CheckedProbes } from './check';
export { compileProbes, describeFailure } from './compile';
export { probeIssue, type ProbeIssues, probeWording } from './issues';
export { MAX_PROBES, progressionProbes } from './schema';
export { type Selectable, selects } from './selectors';
export type { ProbeContext, ProbeEvaluator, ProbeVerdict } from './verdict';
export { closedGate, faultOfUpgradeGate, upgradeGateOf } from './upgrade-gate';
export { needsWatching } from './watching';
