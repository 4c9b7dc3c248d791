/** The way out of a collision, from its cause (the collision table of the engine). Pure. */
import type { CollisionCause } from '../engine';
import { LIBRARY_WORDS, type HintWords } from '../errors';
import { extensionOfHead } from '../state';

/**
 * What to do, as a sentence or two; undefined where the reason says it, or where no policy helps.
 * @param words how options and operations are named. @default those of the library
 */
export function collisionHint(cause: CollisionCause, words: HintWords = LIBRARY_WORDS): string | undefined {
  switch (cause.type) {
    case 'owner-recreated':
    case 'controlled': {
      const { namesake, namespace = 'default', kind = '', name = '' } = cause.controller ?? {};
      if (namesake === 'recreated') {
        return `Rebuild its record: ${words.operation('recoverExtension', extensionOfHead(kind, name), cause.controller?.namespace)}.`;
      }
      // The same extension twice is never meant: its state is looked for in another namespace than the one it was installed with.
      if (namesake === 'elsewhere') {
        return `It is installed already, with its state in namespace ${namespace}: `
          + `add ${words.option('stateNamespace', namespace)} to continue with that one.`;
      }
      // What another controller manages is taken over under None only; that controller will want it back.
      return takeOverWith('None', words, '; its present controller may take it back');
    }
    case 'unmanaged':
    case 'copied':
      return takeOverWith('IfNoController', words);
    case 'same-revision-number':
    case 'revision-unreadable':
    case 'owner-gone':
      return undefined;
  }
}

function takeOverWith(policy: 'None' | 'IfNoController', { option }: HintWords, warning = ''): string {
  return 'Remove one of the two or give it another name, or let this extension take it over: '
    + `with ${option('collisionProtection', policy)}, `
    + `or where a Revision is declared with collisionProtection: ${policy}${warning}.`;
}
