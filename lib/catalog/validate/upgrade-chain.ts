/** The graph of a channel as OLM reads it: one head, and a chain of `replaces` down from it; skipRange takes no part. */
import { compareBytes } from '../../api/canonical-json';
import type { ChannelEntry } from '../model/blob';
import { headsOf } from '../model/heads';

export type ChainProblem =
  | { readonly found: 'no-head' }
  | { readonly found: 'several-heads'; readonly heads: readonly string[] }
  | { readonly found: 'cycle'; readonly names: readonly string[] }
  | { readonly found: 'stranded'; readonly names: readonly string[] };

type Entries = ReadonlyMap<string, ChannelEntry>;

/** The first of what is wrong: one makes the others follow. */
export function chainProblem(entries: Entries): ChainProblem | undefined {
  const [head, ...more] = headsOf(entries);
  if (head === undefined) return { found: 'no-head' };
  if (more.length > 0) return { found: 'several-heads', heads: [head, ...more] };
  const skipped = new Set([...entries.values()].flatMap(({ skips }) => skips));
  const chain = [head];
  const visited = new Set(chain);
  for (let next = entries.get(head)?.replaces; next !== undefined; next = entries.get(next)?.replaces) {
    if (visited.has(next)) return { found: 'cycle', names: [...chain.slice(chain.indexOf(next)), next] };
    visited.add(next);
    chain.push(next);
    // What stands behind a version that is skipped is not seen.
    if (skipped.has(next)) break;
  }
  const stranded = [...entries.keys()].filter((name) => !visited.has(name) && !skipped.has(name));
  return stranded.length === 0 ? undefined : { found: 'stranded', names: stranded.sort(compareBytes) };
}
