/**
 * Rolling out and keeping what a revision consists of, whatever kind of object the revision is: runs of the engine, what they left, and
 * what the streams show of the objects since.
 */
export { CollisionWatch } from './collision-watch';
export { errorFacts, type KeepPlace, lookAtObjects, performWork } from './keep';
export { Memories, type Memory } from './memory';
export { type Kept, RevisionObjects, type Standing } from './objects';
export { ownedInventory } from './owned';
export { type RunPlace, takeDown } from './run';
