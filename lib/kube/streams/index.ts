/**
 * What happens to objects on the server: one stream for each scope (list and watch, with comparison after every gap),
 * shared by all that observe this scope.
 */
export { parseSelector } from './selector';
export { Streams, type StreamInfo } from './streams';
export type { Interest } from './subscriber';
export { isLater } from './versions';
