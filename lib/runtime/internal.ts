/** What other folders of lib/ need of the runtime beside its public face: a run of an operation, and what keeps its objects as they are. */
export type { DueWork, Pace, Work } from './keep/due-work';
export { SubjectStore, type Subject } from './keep/subject-store';
export { ObjectStreams } from './keep/streams';
export { SuspectObjects } from './keep/objects/suspect-objects';
export type { KeptObject, Observation } from './keep/objects/kept-object';
export type { KeptSubject } from './keep/objects/object-index';
export { examine, type Examination } from './plan/examine';
export { replacementOf } from './plan/replacement';
export { runByControllers } from './operations/run-by-controllers';
export { isReturn, isUpgrade } from './run/upgrade-gate-guard';
export { dataLossGuard, runOperation, type Guard, type OperationRun } from './run';
export { scopesIn } from './served';
