/**
 * The best solution. What counts, the first before the second and so on:
 * 1. the packages that are wanted, in their order: each the best of its candidates (not deprecated, priority of the catalog, newest);
 * 2. as few as possible of the other installed packages change;
 * 3. as few new packages as possible come along;
 * 4. as few as possible of what changes or comes along is deprecated;
 * 5. of the rest: installed packages are kept and new ones chosen by name, and of each the best candidate.
 */
import { compareBytes } from '../../api/canonical-json';
import type { Encoded } from './encode';
import type { Option } from './option';
import type { Literal, SatSolver, Solved, SolveResult } from './sat/solver';
import type { World } from './world';

export type Optimum = { readonly is: 'solved'; readonly chosen: readonly Option[] } | { readonly is: 'unsolvable' | 'undecided' };

export function optimise(world: World, { solver, literalOf, presenceOf }: Encoded): Optimum {
  const packages = [...world.packages].sort(([a], [b]) => compareBytes(a, b));
  const wanted = [...world.packages.values()].filter(({ isWanted }) => isWanted).map(({ options }) => options.map(literalOf));
  const others = packages.map(([packageName, found]) => ({ packageName, ...found })).filter(({ isWanted }) => !isWanted);
  const kept = others.flatMap(({ installed }) => (installed === undefined ? [] : [literalOf(installed)]));
  const absent = others.filter(({ installed }) => installed === undefined);
  const newcomers = absent.map(({ packageName }) => presenceOf(packageName));
  const ranks = others.flatMap(({ options }) => options.filter(({ installed }) => installed === undefined).map(literalOf));
  const deprecated = others.flatMap(({ options }) => options.filter((option) => option.isDeprecated).map(literalOf));
  const order = [...wanted.flat(), ...kept, ...newcomers.map(({ not }) => not).reverse(), ...ranks];

  let best = solver.solve({ order });
  if (best.is !== 'solved') return { is: best.is };
  for (const options of wanted) fix(solver, options, best);
  for (const few of [kept.map(({ not }) => not), newcomers, deprecated]) {
    best = fewest(solver, few, best, order);
    if (best.is !== 'solved') return { is: best.is };
  }
  best = solver.solve({ order });
  if (best.is !== 'solved') return { is: best.is };
  const { isTrue } = best;
  const all = [...world.packages.values()].flatMap(({ options }) => options);
  return { is: 'solved', chosen: all.filter((option) => isTrue(literalOf(option))) };
}

function fix(solver: SatSolver, literals: readonly Literal[], { isTrue }: Solved): void {
  for (const literal of literals) if (isTrue(literal)) solver.addClause([literal]);
}

/** Finds how few of these may be true, and makes no more of them possible. */
function fewest(solver: SatSolver, literals: readonly Literal[], found: Solved, order: readonly Literal[]): SolveResult {
  let best = found;
  for (;;) {
    const count = literals.filter((literal) => best.isTrue(literal)).length;
    if (count > 0) {
      const guard = solver.newLiteral();
      solver.addAtMost(literals, count - 1, guard);
      const better = solver.solve({ order, assumptions: [guard] });
      if (better.is === 'undecided') return better;
      solver.addClause([guard.not]);
      if (better.is === 'solved') {
        best = better;
        continue;
      }
    }
    solver.addAtMost(literals, count);
    return best;
  }
}
