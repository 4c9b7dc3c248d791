import { type Fact, resolveBundle, solve, type Solution, type SolveInput } from '../../../../lib/catalog';
import { bestByBruteForce, type Choice } from './brute-force';
import { randomWorld } from './random-worlds';

const SEEDS = Array.from({ length: 400 }, (_, index) => index + 1);

describe('over random worlds, the solver', () => {
  test('finds a plan where there is one, and it is the best', () => {
    const outcomes = { plans: 0, contradictions: 0, unresolved: 0 };
    for (const seed of SEEDS) {
      const world = randomWorld(seed);
      const solution = solve(world);
      if (solution.conflict?.found === 'unresolved') {
        const { packageName, resolution } = solution.conflict;
        expect({ seed, failure: resolution.failure }).toEqual({ seed, failure: resolveAgain(world, packageName) });
        outcomes.unresolved += 1;
        continue;
      }
      const best = bestByBruteForce(world);
      if (solution.conflict === undefined) outcomes.plans += 1;
      else outcomes.contradictions += 1;
      expect({ seed, choices: solution.plan && choicesOf(world, solution) }).toEqual({ seed, choices: best && sorted(best) });
    }
    // The worlds are worth something only if all of it occurs.
    expect(outcomes.plans).toBeGreaterThan(120);
    expect(outcomes.contradictions).toBeGreaterThan(60);
  });

  test('answers the same every time, in whatever order catalogs and installed packages come', () => {
    for (const seed of SEEDS.slice(0, 150)) {
      const world = randomWorld(seed);
      const other = { ...world, catalogs: [...world.catalogs].reverse(), installed: [...world.installed].reverse() };
      const { plan } = solve(world);
      expect({ seed, plan: solve(world).plan }).toEqual({ seed, plan });
      expect({ seed, plan: solve(other).plan }).toEqual({ seed, plan });
    }
  });

  test('puts every step behind those that it needs, but for circles', () => {
    for (const seed of SEEDS) {
      const plan = solve(randomWorld(seed)).plan ?? [];
      const needers = new Map(plan.map(({ packageName, neededBy }) => [packageName, neededBy.map((one) => one.packageName)]));
      for (const [index, { packageName }] of plan.entries()) {
        const earlier = new Set(plan.slice(0, index).map((one) => one.packageName));
        const wrong = (needers.get(packageName) ?? []).filter((one) => earlier.has(one) && !reaches(needers, one, packageName));
        expect({ seed, packageName, wrong }).toEqual({ seed, packageName, wrong: [] });
      }
    }
  });

  test('explains with facts none of which could be left out', () => {
    let explained = 0;
    for (const seed of SEEDS) {
      const { conflict } = solve(randomWorld(seed));
      if (conflict?.found !== 'contradiction') continue;
      explained += 1;
      const { facts } = conflict;
      expect(facts.length).toBeGreaterThan(0);
      expect(facts.filter(({ fact }) => fact === 'wanted' || fact === 'installed').length).toBeGreaterThan(0);
      expect(new Set(facts.map((fact: Fact) => JSON.stringify(fact))).size).toBe(facts.length);
    }
    expect(explained).toBeGreaterThan(60);
  });
});

function resolveAgain({ catalogs, installed, wanted, cluster }: SolveInput, packageName: string) {
  const request = wanted.find((one) => one.packageName === packageName)!;
  const present = installed.find((one) => one.packageName === packageName);
  return resolveBundle({
    catalogs, policy: 'CatalogProvided', ...request, ...(cluster === undefined ? {} : { cluster }),
    ...(present === undefined ? {} : { installed: { name: present.name, version: present.version } }),
  }).failure;
}

/** Everything that is there in the end. */
function choicesOf({ installed }: SolveInput, { plan = [] }: Solution): readonly Choice[] {
  const steps = plan.map((step): Choice => (
    step.action === 'keep'
      ? { packageName: step.packageName, version: step.installed.version }
      : { packageName: step.packageName, version: step.bundle.version!.version.raw, catalog: step.catalog }
  ));
  const untouched = installed.filter(({ packageName }) => !steps.some((step) => step.packageName === packageName));
  return sorted([...steps, ...untouched.map(({ packageName, version }) => ({ packageName, version }))]);
}

function sorted(choices: readonly Choice[]): readonly Choice[] {
  return [...choices].sort((a, b) => (a.packageName < b.packageName ? -1 : 1));
}

function reaches(edges: ReadonlyMap<string, readonly string[]>, from: string, to: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return (edges.get(from) ?? []).some((next) => next === to || reaches(edges, next, to, seen));
}
