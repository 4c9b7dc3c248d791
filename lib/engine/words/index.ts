/** The results of a run in words: what became of an object, and why. The core decides in data; every sentence about that is made here. */
export { actionReason, collisionFact, collisionReason, releaseReason, replacementReason, waitingReason } from './causes';
export { failureHint, failureReason } from './failures';
export { describeAction, detailOfAction } from './actions';
export { wordsOfAnswer } from './answer';
