/** Rebuilding the record of an extension from its objects: when it was lost, and when a backup brought everything back with new uids. */
export { recoverExtension, type Recovered, type RecoverOptions } from './recover';
