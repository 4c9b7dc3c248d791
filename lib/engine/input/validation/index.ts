/** Everything that a program gives to the engine is checked here: what is wrong are issues, and nothing is asked of a cluster. */
export { checkEngineOptions } from './engine-options';
export { checkCall } from './options';
export { checkRevision, type Scope, type ValidationContext } from './revision';
