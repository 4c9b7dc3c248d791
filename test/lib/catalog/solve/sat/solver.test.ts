import { type Literal, SatSolver } from '../../../../../lib/catalog/solve/sat/solver';
import { Dice } from '../random-worlds';

/** A formula over variables from 1; negative: not. */
interface Formula {
  readonly variables: number;
  readonly clauses: readonly (readonly number[])[];
  readonly limits: readonly { readonly of: readonly number[]; readonly bound: number; readonly guard?: number }[];
  readonly order: readonly number[];
  readonly assumptions: readonly number[];
}

function randomFormula(seed: number): Formula {
  const dice = new Dice(seed);
  const variables = 3 + dice.roll(6);
  const literal = (): number => (1 + dice.roll(variables)) * (dice.isOneIn(2) ? -1 : 1);
  const some = (count: number): number[] => Array.from({ length: count }, literal);
  const distinct = (): number[] => [...new Map(some(4).map((one) => [Math.abs(one), one])).values()];
  return {
    variables,
    clauses: Array.from({ length: dice.roll(variables * 4) }, () => some(1 + dice.roll(4))),
    limits: Array.from({ length: dice.roll(4) }, () => ({ of: distinct(), bound: dice.roll(3), ...(dice.isOneIn(3) ? { guard: literal() } : {}) })),
    order: distinct(),
    assumptions: distinct().slice(0, dice.roll(3)),
  };
}

/** Assignments that fulfil it, as sets of true literals. */
function* solutions({ variables, clauses, limits }: Formula, assumptions: readonly number[]): Generator<ReadonlySet<number>> {
  for (let bits = 0; bits < 2 ** variables; bits++) {
    const held = new Set(Array.from({ length: variables }, (_, index) => ((bits >> index) & 1 ? index + 1 : -index - 1)));
    const isSound = assumptions.every((one) => held.has(one))
      && clauses.every((clause) => clause.some((one) => held.has(one)))
      && limits.every(({ of, bound, guard }) => (guard !== undefined && !held.has(guard)) || of.filter((one) => held.has(one)).length <= bound);
    if (isSound) yield held;
  }
}

/** In the order, and then as few as possible of the others. */
function isBetter(a: ReadonlySet<number>, b: ReadonlySet<number>, preferred: readonly number[]): boolean {
  const at = preferred.find((one) => a.has(one) !== b.has(one));
  return at !== undefined && a.has(at);
}

function built({ variables, clauses, limits }: Formula) {
  const solver = new SatSolver(100_000);
  const all = Array.from({ length: variables }, () => solver.newLiteral());
  const of = (number: number): Literal => (number > 0 ? all[number - 1]! : all[-number - 1]!.not);
  for (const clause of clauses) solver.addClause(clause.map(of));
  for (const { of: literals, bound, guard } of limits) solver.addAtMost(literals.map(of), bound, guard === undefined ? undefined : of(guard));
  return { solver, of };
}

const SEEDS = Array.from({ length: 1500 }, (_, index) => index + 1);

describe('the solver of boolean constraints', () => {
  test('finds the best solution of each formula, or none where there is none', () => {
    const found = { solved: 0, unsolvable: 0 };
    for (const seed of SEEDS) {
      const formula = randomFormula(seed);
      const { solver, of } = built(formula);
      const preferred = [...formula.order, ...Array.from({ length: formula.variables }, (_, index) => -index - 1)];
      let best: ReadonlySet<number> | undefined;
      for (const one of solutions(formula, formula.assumptions)) if (best === undefined || isBetter(one, best, preferred)) best = one;
      const result = solver.solve({ order: formula.order.map(of), assumptions: formula.assumptions.map(of) });
      const variables = Array.from({ length: formula.variables }, (_, index) => index + 1);
      const answer = result.is === 'solved' ? variables.filter((one) => result.isTrue(of(one))) : result.is;
      expect({ seed, answer }).toEqual({ seed, answer: best === undefined ? 'unsolvable' : variables.filter((one) => best.has(one)) });
      found[best === undefined ? 'unsolvable' : 'solved'] += 1;
    }
    expect(found.solved).toBeGreaterThan(300);
    expect(found.unsolvable).toBeGreaterThan(300);
  });

  test('blames only assumptions without which there might be a solution', () => {
    let blamed = 0;
    for (const seed of SEEDS) {
      const formula = randomFormula(seed);
      const { solver, of } = built(formula);
      const result = solver.solve({ assumptions: formula.assumptions.map(of) });
      if (result.is !== 'unsolvable') continue;
      const core = formula.assumptions.filter((one) => result.core.includes(of(one)));
      expect({ seed, core: core.length, solutions: [...solutions(formula, core)].length }).toEqual({ seed, core: result.core.length, solutions: 0 });
      if (core.length > 0) blamed += 1;
    }
    expect(blamed).toBeGreaterThan(30);
  });

  test('answers the next question as if it were the first, with what was added', () => {
    for (const seed of SEEDS.slice(0, 500)) {
      const formula = randomFormula(seed);
      const extra = randomFormula(seed + 5000).clauses.map((clause) => clause.filter((one) => Math.abs(one) <= formula.variables));
      const { solver, of } = built(formula);
      for (const assumption of formula.assumptions) solver.solve({ assumptions: [of(assumption)] });
      solver.solve({ order: formula.order.map(of) });
      for (const clause of extra) solver.addClause(clause.map(of));
      const fresh = built({ ...formula, clauses: [...formula.clauses, ...extra] });
      const [again, first] = [solver.solve({ order: formula.order.map(of) }), fresh.solver.solve({ order: formula.order.map(fresh.of) })];
      const values = (result: typeof again, literal: (number: number) => Literal): unknown => (
        result.is === 'solved' ? Array.from({ length: formula.variables }, (_, index) => result.isTrue(literal(index + 1))) : result.is
      );
      expect({ seed, values: values(again, of) }).toEqual({ seed, values: values(first, fresh.of) });
    }
  });

  test('gives up after as many conflicts as it is allowed', () => {
    // Nine pigeons in eight holes: without a solution, and hard to see for this method.
    const solver = new SatSolver(50);
    const pigeons = Array.from({ length: 9 }, () => Array.from({ length: 8 }, () => solver.newLiteral()));
    for (const holes of pigeons) solver.addClause(holes);
    for (let hole = 0; hole < 8; hole++) {
      for (const [index, one] of pigeons.entries()) {
        for (const other of pigeons.slice(index + 1)) solver.addClause([one[hole]!.not, other[hole]!.not]);
      }
    }
    expect(solver.solve().is).toBe('undecided');
  });

  test('gives up after as much work as it is allowed, also without any conflict', () => {
    const chainOf = (length: number, mostSteps: number) => {
      const solver = new SatSolver(50, mostSteps);
      const links = Array.from({ length }, () => solver.newLiteral());
      for (const [index, link] of links.slice(1).entries()) solver.addClause([links[index]!.not, link]);
      return solver.solve({ order: [...links, solver.newLiteral()] }).is;
    };
    expect(chainOf(200, 1000)).toBe('solved');
    expect(chainOf(2000, 1000)).toBe('undecided');
  });
});
