/**
 * The pure core of a run: `step(state, event)` gives the next state and the requests to send. It has no clock, no network and no content of
 * objects; each rule of a run has a file of its own (docs/architecture.md, "The engine").
 */
export { fixedFields } from './absorb/fixed-fields';
export { denierOf, isDenied, isOfWebhook, isUnreadable, isWithoutNamespace, lostVersionOf, staleVersionOf } from './absorb/refusals';
export { allowingPolicies, type CollisionCause } from './collision';
export { MAX_REPAIRS } from './contest';
export { claim, mayDelete, type Claim, type ClaimInput } from './decide';
export type { Step } from './draft';
export { isStillSent } from './finishing';
export type { FailureCause, KeptCause, RequestType } from './results/failure';
export type { ReleaseCause } from './results/farewell';
export { resultOf, RunResults } from './results/result-of';
export * from './results/results';
export { pendingOf, settledOf, type Diagnosis, type Entry } from './state/entry';
export { checkedOf, outcomeOf, standingOf, viewsOf, waitedFor, type Standing, type WaitedFor } from './standing';
export type { Event, ObjectRequest, Request, StepAnswer } from './state/messages';
export type { RunStatus, State } from './state/state';
export { begin, step } from './step';
export { selectorLabels, type Item, type ObjectRecord, type Preflight, type Removal, type Scope, type Task } from './state/task';
export type { WaitingCause } from './results/waiting';
export { isComparable, isNewer, isSurelyNewer, viewOf, type ObjectView } from './view';
