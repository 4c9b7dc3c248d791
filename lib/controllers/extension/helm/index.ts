/** Extensions and Helm: what helm does for one while the feature gate BoxcutterRuntime is off, and how that becomes a revision. */
export { applyByHelm, isApplied, leaveRelease, nextNumber, releaseOf, WAITS_FOR_GATE, withRelease } from './gate-off';
export { takeOver, takingOver } from './take-over';
