/**
 * Keeping extensions as they are, many of them with one process: streams instead of polling, a compact record for each object, and runs of
 * the engine only where something is wrong.
 */
export type { KeepSelection } from './head-streams';
export { keepExtensions } from './keeper';
export type { KeepOptions } from './options';
export type { ExtensionRef, KeepEvent } from './events';
export type { Readiness, Wrong } from './objects/kept-object';
