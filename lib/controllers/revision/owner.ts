/** In whose name the objects of a revision are managed. The command reads what this process writes, so it knows the same. */
export { CONTROLLER_MANAGER, revisionOwner as ownerOf, revisionRef } from '../../state';
