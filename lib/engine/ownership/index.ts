/**
 * In whose name an object is managed: who owns and controls it, how our mark is written, taken over and taken off. Pure functions over
 * the metadata of objects.
 */
export { entriesToMerge, isTakenOver, mergePatch } from './managed-fields';
export { controllerOf, isController, isOwner, ownersOf, releaseController, removeOwner, setControllerReference, type ListedOwner } from './owners';
export {
  annotationOwners, ownershipOf, stampOwner, type AnnotationOwner, type Controller, type OwnerContext, type OwnerRef, type Ownership, type OwnerStrategy,
} from './ownership';
export { releasePatch } from './release';
