/** Waiting that has become pointless ends early: who looks, and how much patience there is. */
export { DEFAULT_GRACE, type Grace } from './patience';
export { StallWatch } from './stall-watch';
