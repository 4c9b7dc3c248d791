/**
 * What to install so that everything that is wanted is there, with what it needs. Sound: what the plan leaves behind meets every need.
 * Complete: where there is a plan, one is found. The best: by the order of `optimise.ts`. Deterministic: the same question has the same
 * answer.
 */
import { encode } from './encode';
import { explain } from './explain';
import type { Solution, SolveInput } from './input';
import type { Options } from './option';
import { optimise } from './optimise';
import { planOf } from './plan';
import { wantedOptions } from './wanted';
import { worldOf } from './world';

/** Conflicts after which the search is given up. A thousand packages of twenty versions that need each other take a thousand. */
export const MOST_CONFLICTS = 20_000;

export function solve(input: SolveInput): Solution {
  const wanted = new Map<string, Options>();
  for (const request of input.wanted) {
    const found = wantedOptions(request, input);
    if ('failure' in found) return { conflict: { found: 'unresolved', packageName: request.packageName, resolution: found } };
    wanted.set(request.packageName, found);
  }
  const world = worldOf(input, wanted);
  const optimum = optimise(world, encode(world, { explains: false, mostConflicts: MOST_CONFLICTS }));
  switch (optimum.is) {
    case 'solved':
      return { plan: planOf(world, optimum.chosen, input.wanted) };
    case 'unsolvable':
      return { conflict: explain(world, MOST_CONFLICTS) };
    case 'undecided':
      return { conflict: { found: 'too-hard' } };
  }
}
