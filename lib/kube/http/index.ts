/**
 * How requests travel to one API server and what their answers mean: connections, deadlines, repetition, bounded
 * concurrency, lists page by page, paths, and answers put into the engine's `Answer` or into an error for people.
 */
export { answerOf, collectionProblem, statusOfBody, unservedMessage, type Intent } from './answer';
export { Client, isMistake, retryAfter, type Outcome } from './client';
export { ConnectionFailure } from './failure';
export type { Lane } from './limiter';
export { readPages } from './pages';
export { collectionPath, groupVersionPath, objectPath, query, scopePath } from './path';
export { connectionError, responseError } from './problem';
export type { HttpRequest, HttpResponse } from './request';
