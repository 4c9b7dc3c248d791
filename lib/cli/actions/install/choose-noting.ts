/** Choosing, and saying which records played no part in it. */
import type { InstalledExtension } from '../../../runtime';
import { note } from '../../output/note';
import { choose, type ChooseContext, type Chosen } from './choose';
import type { Intent } from './intent';

/** How many are named; tenants may write thousands. */
const NAMED = 3;

/** @throws BoxcutterError as {@link choose} */
export function chooseNoting(
  intents: readonly Intent[], context: ChooseContext & { readonly doubted: readonly InstalledExtension[] },
): readonly Chosen[] {
  const { doubted } = context;
  let relevant = doubted;
  try {
    const chosen = choose(intents, context);
    const brought = new Set(chosen.flatMap(({ isWanted, packageName }) => (isWanted ? [] : [packageName])));
    relevant = doubted.filter(({ packageName }) => packageName !== undefined && brought.has(packageName));
    return chosen;
  } finally {
    noteDoubted(relevant);
  }
}

function noteDoubted(doubted: readonly InstalledExtension[]): void {
  if (doubted.length === 0) return;
  const names = doubted.slice(0, NAMED).map(({ stateNamespace, extension }) => `${stateNamespace}/${extension}`);
  const more = doubted.length - names.length;
  note(`Not counted as installed, because it is not known that an installer wrote the record: ${names.join(', ')}`
    + `${more === 0 ? '' : ` and ${more} more`}. (--trust-state counts it.)`);
}
