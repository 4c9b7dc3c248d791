/** Why there is no solution: as few facts as contradict each other. */
import { type Encoded, encode } from './encode';
import type { Explanation } from './explanation';
import type { Fact } from './fact';
import type { Literal } from './sat/solver';
import type { World } from './world';

/**
 * The solver names facts that cannot hold together; each of them is then left out in turn, and comes back only where the others could hold
 * without it. So none is left that is not needed.
 */
export function explain(world: World, mostConflicts: number): Explanation {
  const encoded = encode(world, { explains: true, mostConflicts });
  const facts = contradictingFacts(encoded, []);
  // The caller has asked because there is one.
  return typeof facts === 'string' ? { found: 'too-hard', unknown: 'reason' } : { found: 'contradiction', facts };
}

/**
 * Of an encoding with guards. `none`: the facts do not contradict each other. `undecided`: it takes too long to find out.
 * @param given holds whatever the facts are, and is none of them
 */
export function contradictingFacts({ solver, facts }: Encoded, given: readonly Literal[]): readonly Fact[] | 'none' | 'undecided' {
  const result = solver.solve({ assumptions: [...given, ...facts.keys()] });
  if (result.is === 'solved') return 'none';
  if (result.is === 'undecided') return 'undecided';
  let core = result.core.filter((guard) => facts.has(guard));
  // Facts about what is wanted are what the reader knows; they stay where there is a choice.
  for (const guard of [...core].sort((a, b) => weight(facts.get(b)) - weight(facts.get(a)) || b.id - a.id)) {
    if (!core.includes(guard)) continue;
    const without = core.filter((one) => one !== guard);
    const smaller = solver.solve({ assumptions: [...given, ...without] });
    // What is left contradicts itself, although less might do.
    if (smaller.is === 'undecided') break;
    if (smaller.is === 'unsolvable') core = without.filter((one) => smaller.core.includes(one));
  }
  return inReadingOrder(core, facts);
}

const WEIGHTS = { 'wanted': 0, 'installed': 1, 'needs': 2, 'one-version': 3, 'one-provider': 4 } as const;

function weight(fact: Fact | undefined): number {
  return fact === undefined ? 0 : WEIGHTS[fact.fact];
}

/** What is wanted first, then what it needs, and so on; what is installed, and rules, last. */
function inReadingOrder(core: readonly Literal[], facts: ReadonlyMap<Literal, Fact>): readonly Fact[] {
  const all = [...core].sort((a, b) => a.id - b.id).map((guard) => facts.get(guard)).filter((fact) => fact !== undefined);
  const told: Fact[] = all.filter(({ fact }) => fact === 'wanted');
  const pending = all.filter(({ fact }) => fact === 'needs');
  const known = new Set(told.flatMap((fact) => (fact.fact === 'wanted' ? [fact.packageName] : [])));
  while (pending.length > 0) {
    const at = pending.findIndex((fact) => fact.fact === 'needs' && known.has(fact.packageName));
    const [next] = pending.splice(Math.max(at, 0), 1);
    if (next?.fact !== 'needs') continue;
    told.push(next);
    for (const { packageName } of next.offered) known.add(packageName);
  }
  return [...told, ...all.filter(({ fact }) => fact === 'installed'), ...all.filter(({ fact }) => fact.startsWith('one-'))];
}
