/**
 * What to install so that everything that is wanted is there, with what it needs. Sound: what the plan leaves behind meets every need.
 * Complete: where there is a plan, one is found. The best: by the order of `optimise.ts`. Deterministic: the same question has the same
 * answer.
 */
import { defined } from '../../defined';
import { resolveBundle } from '../resolve/resolve-bundle';
import type { Unresolved } from '../resolve/resolution';
import { encode } from './encode';
import { explain } from './explain';
import type { PackageRequest, Solution, SolveInput } from './input';
import { bundleOf, installedOption, isSameVersion, type Option, optionOf } from './option';
import { optimise } from './optimise';
import { planOf } from './plan';
import { worldOf } from './world';

/** Conflicts after which the search is given up: seconds, and far more than packages of real catalogs need. */
const MOST_CONFLICTS = 100_000;

export function solve(input: SolveInput): Solution {
  const wanted = new Map<string, readonly Option[]>();
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

/** Best first. What is installed already, in the same version, is kept. */
function wantedOptions(request: PackageRequest, { catalogs, installed, cluster }: SolveInput): readonly Option[] | Unresolved {
  const { packageName, version, channels, selector, policy = 'CatalogProvided' } = request;
  const present = installed.find((one) => one.packageName === packageName);
  const resolution = resolveBundle({
    catalogs, packageName, policy,
    ...defined({ version, channels, selector, cluster, installed: present && bundleOf(present) }),
  });
  if (resolution.failure !== undefined) return resolution;
  const options = resolution.candidates
    .filter(({ fate }) => fate.is !== 'ineligible')
    .flatMap(({ bundle, catalog, version: parsed }): Option[] => {
      const option = optionOf({ bundle, catalog, ...defined({ version: parsed }) });
      if (option === undefined) return [];
      if (present === undefined || !isSameVersion(present, bundle)) return [option];
      return [{ ...installedOption(present), catalog, bundle }];
    });
  const [first, ...others] = options.filter(({ installed: now }) => now !== undefined);
  return others.length === 0 || first === undefined ? options : options.filter((one) => one.installed === undefined || one === first);
}
