import { factText, type PackageRequest, type SolveInput } from '../../../../lib/catalog';
import { encode } from '../../../../lib/catalog/solve/encode';
import { contradictingFacts } from '../../../../lib/catalog/solve/explain';
import { wantedOptions } from '../../../../lib/catalog/solve/wanted';
import { type World, worldOf } from '../../../../lib/catalog/solve/world';
import { randomWorld } from './random-worlds';

/** Undefined: one of the packages has no candidate at all. */
function worldFor(input: SolveInput): World | undefined {
  const options = input.wanted.map((request: PackageRequest) => [request.packageName, wantedOptions(request, input)] as const);
  const found = options.flatMap(([name, one]) => ('failure' in one ? [] : [[name, one] as const]));
  return found.length < options.length ? undefined : worldOf(input, new Map(found));
}

/** With these facts alone, asked of a new solver. */
function canHold(world: World, texts: readonly string[]): boolean {
  const { solver, facts } = encode(world, { explains: true, mostConflicts: 10_000 });
  const assumptions = [...facts].filter(([, fact]) => texts.includes(factText(fact))).map(([guard]) => guard);
  return solver.solve({ assumptions }).is === 'solved';
}

test('over random worlds, the facts of an explanation contradict each other, and no longer when any one is left out', () => {
  let explained = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const world = worldFor(randomWorld(seed));
    if (world === undefined) continue;
    const facts = contradictingFacts(encode(world, { explains: true, mostConflicts: 10_000 }), []);
    if (facts === 'none' || facts === 'undecided') continue;
    explained += 1;
    const texts = facts.map(factText);
    const dispensable = texts.filter((text) => !canHold(world, texts.filter((one) => one !== text)));
    expect({ seed, together: canHold(world, texts), dispensable }).toEqual({ seed, together: false, dispensable: [] });
  }
  expect(explained).toBeGreaterThan(50);
});
