/**
 * In whose name an object is managed: who owns and controls it, how our mark is written, taken over and taken off. Pure functions over
 * the metadata of objects.
 */
export { entriesToMerge, isTakenOver, mergePatch } from './managed-fields';
export {
  controllerOf, holderOf, isController, isOwner, ownersOf, releaseController, removeOwner, setControllerReference, type ListedOwner,
} from './owners';
export { isWrittenByUs } from './evidence';
export { annotationOwners, type AnnotationOwner } from './owner-annotation';
export type { Controller, HandBack, OwnerContext, OwnerRef, OwnerStrategy } from './owner-context';
export { ownershipOf, withRecord, type Ownership } from './ownership';
export { releasePatch } from './release';
export { stampOwner } from './stamp';
export { strategyFor } from './strategy-of';
