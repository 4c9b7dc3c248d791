/** The way out of a collision, from its cause (the collision table of the engine). Pure. */
import type { CollisionCause } from '../engine';

/** What to do, as a sentence or two; undefined where the reason says it, or where no policy helps. */
export function collisionHint(cause: CollisionCause): string | undefined {
  switch (cause.type) {
    case 'controlled': {
      const { namesake, namespace = 'default' } = cause.controller ?? {};
      if (namesake === 'recreated') return undefined;
      // Nobody means to have it twice: most forget where the state is, because another namespace was given, or none.
      if (namesake === 'elsewhere') {
        return (
          `It is installed already, with its state in namespace ${namespace}: `
          + `add --state-namespace ${namespace} to go on with that one.`
        );
      }
      // What another controller manages is taken over under None only; that controller will want it back.
      return takeOverWith('None', '; its present controller may take it back');
    }
    case 'unmanaged':
    case 'copied':
      return takeOverWith('IfNoController');
    case 'same-revision-number':
    case 'revision-unreadable':
    case 'owner-gone':
      return undefined;
  }
}

function takeOverWith(policy: 'None' | 'IfNoController', warning = ''): string {
  return `Remove one of the two or give it another name, or have this one taken over: with --collision-protection ${policy}, `
    + `or where a Revision is declared with collisionProtection: ${policy}${warning}.`;
}
