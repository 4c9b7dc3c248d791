/**
 * The CRDs of our own API where others have them: upstream's OLM has kinds of the same names, and its objects would lose what our schemas
 * do not know. Whatever the collision protection says, they are written over only where that was asked for by name.
 */
import { refOf } from '../../api';
import { BoxcutterError, LIBRARY_WORDS, type HintWords } from '../../errors';
import { readDefinition, type CrdReader } from '../../guards';
import { isMadeByUs, isOurDefinition } from '../../kinds';
import type { Guard } from './guard';

/** Refuses a run that would write over CRDs of our API that others made. */
export function foreignDefinitionsGuard(cluster: CrdReader, mayTakeOver: boolean | undefined, words: HintWords = LIBRARY_WORDS): Guard {
  return {
    watches: (object) => mayTakeOver !== true && isOurDefinition(object),
    beforeWrites: async ({ desired, comparisons }) => {
      if (mayTakeOver === true) return {};
      const ours = [...desired].filter(([, object]) => isOurDefinition(object));
      const lives = await Promise.all(ours.map(async ([key, object]) => (
        comparisons.get(key)?.live ?? await readDefinition(refOf(object).name, cluster)
      )));
      const foreign = lives.flatMap((live) => (live === undefined || isMadeByUs(live) ? [] : [refOf(live).name]));
      return { refusal: foreign.length === 0 ? undefined : refusalOf(foreign, words) };
    },
  };
}

function refusalOf(names: readonly string[], { option }: HintWords): BoxcutterError {
  const [what, made, them] = names.length > 1
    ? ['CustomResourceDefinitions', 'others have made them', 'them'] : ['CustomResourceDefinition', 'another has made it', 'it'];
  return new BoxcutterError('definitions-of-others', 'collision', `${what} ${names.join(', ')}: ${made}; nothing was written.`, {
    hint: `If nothing else on this cluster needs ${them}, replace ${them} with ${option('takeOverCrds', true)}. `
      + `Where OLM runs, leave ${them}.`,
    details: { crds: names },
  });
}
