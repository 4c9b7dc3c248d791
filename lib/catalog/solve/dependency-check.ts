/** Which bundles of a package would get what they need: each asked by itself, in a world that is built once. */
import type { DependencyCheck } from '../resolve/request';
import { encode } from './encode';
import { contradictingFacts } from './explain';
import { MOST_CONFLICTS, type PackageRequest, type SolveInput } from './input';
import { needsOf } from './need';
import { wantedOptions } from './wanted';
import { worldOf } from './world';

/** For `resolveBundle` of the same request: a candidate that no plan can have becomes ineligible, with the facts that are in its way. */
export function dependencyCheck(input: Omit<SolveInput, 'wanted'>, request: PackageRequest): DependencyCheck {
  const wanted = wantedOptions(request, input);
  if ('failure' in wanted) return () => undefined;
  const world = worldOf({ ...input, wanted: [request] }, new Map([[request.packageName, wanted]]));
  const encoded = encode(world, { explains: true, mostConflicts: input.mostConflicts ?? MOST_CONFLICTS });
  // Then it is not known of any that needs something.
  if (world.tests.isExhausted) return ({ bundle }) => (needsOf(bundle.properties)?.length === 0 ? undefined : { unmet: 'too-hard' });
  const options = new Map(wanted.options.map((option) => [option.bundle, option]));
  const isAlone = input.installed.every(({ packageName }) => packageName === request.packageName);
  return ({ bundle }) => {
    const option = options.get(bundle);
    // It is none of the options where its needs cannot be read, or where it is installed already.
    if (option === undefined) return needsOf(bundle.properties) === undefined ? { unmet: 'unreadable' } : undefined;
    // With nothing else there, it needs nothing and is in the way of nothing.
    if (isAlone && option.needs.length === 0) return undefined;
    const facts = contradictingFacts(encoded, [encoded.literalOf(option)]);
    if (facts === 'none') return undefined;
    return facts === 'undecided' ? { unmet: 'too-hard' } : { unmet: 'contradiction', facts };
  };
}
