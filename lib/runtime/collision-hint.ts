/** The way out of a collision, by its reason (the collision table of the engine). Pure. */

/** How the owner of an object is described when it is the same extension with another state (`ownerContext`). */
const SAME_NAME = /the extension of this name whose state is in namespace ([a-z0-9-]+)/;

/** What to do, as a sentence or two; undefined where the reason says it, or where no policy helps. */
export function collisionHint(reason: string): string | undefined {
  if (/record was lost|revision annotation|same revision number/.test(reason)) return undefined;
  const [, namespace] = SAME_NAME.exec(reason) ?? [];
  // Nobody means to have it twice: most forget where the state is, because another namespace was given, or none.
  if (namespace !== undefined) {
    return `It is installed already, with its state in namespace ${namespace}: add --state-namespace ${namespace} to go on with that one.`;
  }
  // What another controller manages is taken over under None only; that controller will want it back.
  const [policy, more] = /is controlled by/.test(reason) ? ['None', '; its present controller may take it back'] : ['IfNoController', ''];
  return (
    'Remove one of the two or give it another name, or have this one taken over: with '
    + `--collision-protection ${policy}, or where a Revision is declared with collisionProtection: ${policy}${more}.`
  );
}
