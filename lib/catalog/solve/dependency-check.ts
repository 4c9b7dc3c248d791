/** Which bundles of a package would get what they need: each asked by itself, in a world that is built once. */
import type { DependencyCheck } from '../resolve/request';
import { encode } from './encode';
import { contradictingFacts } from './explain';
import type { PackageRequest, SolveInput } from './input';
import { needsOf } from './need';
import { MOST_CONFLICTS } from './solve';
import { wantedOptions } from './wanted';
import { worldOf } from './world';

/** For `resolveBundle` of the same request: a candidate that no plan can have becomes ineligible, with the facts that are in its way. */
export function dependencyCheck(input: Omit<SolveInput, 'wanted'>, request: PackageRequest): DependencyCheck {
  const wanted = wantedOptions(request, input);
  if ('failure' in wanted) return () => undefined;
  const world = worldOf({ ...input, wanted: [request] }, new Map([[request.packageName, wanted]]));
  const encoded = encode(world, { explains: true, mostConflicts: MOST_CONFLICTS });
  return ({ bundle }) => {
    const option = wanted.options.find((one) => one.bundle === bundle);
    // It is none of the options where its needs cannot be read, or where it is installed already.
    if (option === undefined) return needsOf(bundle.properties) === undefined ? { facts: [] } : undefined;
    const facts = contradictingFacts(encoded, [encoded.literalOf(option)]);
    if (facts === 'none') return undefined;
    return { facts: facts === 'undecided' ? [] : facts };
  };
}
