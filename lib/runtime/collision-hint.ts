/** The way out of a collision, told from its reason (the collision table of the engine). Pure. */

/** What to do, as a sentence or two; undefined where the reason says it, or where no policy helps. */
export function collisionHint(reason: string): string | undefined {
  if (/record was lost|revision annotation|same revision number/.test(reason)) return undefined;
  // What somebody controls is taken over under None only; that one will want it back.
  const [policy, more] = /is controlled by/.test(reason) ? ['None', '; its present controller may take it back'] : ['IfNoController', ''];
  return `Rename or delete one of the two, or have this one taken over: --collision-protection ${policy} for plain objects, collisionProtection: ${policy} in a revision${more}.`;
}
