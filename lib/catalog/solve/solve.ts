/**
 * What to install so that everything that is wanted is there, with what it needs. Sound: what the plan leaves behind meets every need.
 * Complete: where there is a plan, one is found. The best: by the order of `optimise.ts`. Deterministic: the same question has the same
 * answer.
 */
import { encode } from './encode';
import { explain } from './explain';
import { MOST_CONFLICTS, type Solution, type SolveInput } from './input';
import type { Options } from './option';
import { optimise } from './optimise';
import { planOf } from './plan';
import { wantedOptions } from './wanted';
import { worldOf } from './world';

export function solve(input: SolveInput): Solution {
  const { mostConflicts = MOST_CONFLICTS } = input;
  const wanted = new Map<string, Options>();
  for (const request of input.wanted) {
    const found = wantedOptions(request, input);
    if ('failure' in found) return { conflict: { found: 'unresolved', packageName: request.packageName, resolution: found } };
    wanted.set(request.packageName, found);
  }
  const world = worldOf(input, wanted);
  if (world.tests.isExhausted) return { conflict: { found: 'too-hard', unknown: 'plan' } };
  const optimum = optimise(world, encode(world, { explains: false, mostConflicts }));
  if (world.tests.isExhausted) return { conflict: { found: 'too-hard', unknown: 'plan' } };
  switch (optimum.is) {
    case 'solved':
      return { plan: planOf(world, optimum.chosen, input.wanted) };
    case 'unsolvable':
      return { conflict: explain(world, mostConflicts) };
    case 'undecided':
      return { conflict: { found: 'too-hard', unknown: 'plan' } };
  }
}
