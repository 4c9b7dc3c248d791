/**
 * A small solver for boolean constraints: clauses, and "at most so many of these". Conflict-driven clause learning without restarts and
 * without heuristics: it decides literals in the order that it is given, so the first solution that it finds is the best one in that order,
 * each literal being preferred to everything behind it. It is deterministic.
 *
 * Why its first solution is the best: a literal is only false where constraints and literals before it leave no choice, because whatever is
 * decided when it is still open stands before it.
 */
import { type AtMost, type Clause, isAtMost, type Literal, Trail } from './trail';

export type { Literal } from './trail';

export type SolveResult =
  | { readonly is: 'solved'; readonly isTrue: (literal: Literal) => boolean }
  /** Without a solution; of the assumptions these are to blame. */
  | { readonly is: 'unsolvable'; readonly core: readonly Literal[] }
  /** More conflicts than allowed. */
  | { readonly is: 'undecided' };

export interface SolveOptions {
  /** Literals to make true where possible, the most important first. Of the others as few as possible are true. */
  readonly order?: readonly Literal[];
  /** Taken for true. */
  readonly assumptions?: readonly Literal[];
}

export class SatSolver {
  readonly #trail = new Trail();
  #conflicts = 0;
  #isUnsolvable = false;
  /** How far each level is in the order. */
  #positions: number[] = [];

  /** @param mostConflicts over all questions: then they are given up */
  constructor(private readonly mostConflicts: number = 200_000) {}

  newVariable(): Literal {
    return this.#trail.newVariable();
  }

  get conflicts(): number {
    return this.#conflicts;
  }

  /** One of them must be true. */
  addClause(literals: readonly Literal[]): void {
    const trail = this.#trail;
    trail.backTo(0);
    const unique = [...new Set(literals)];
    if (unique.some((literal) => trail.value(literal) > 0 || unique.includes(-literal))) return;
    const open = unique.filter((literal) => trail.value(literal) === 0);
    if (open.length > 1) trail.watch(open);
    else if (open[0] === undefined || !trail.assign(open[0], undefined) || trail.propagate() !== undefined) this.#isUnsolvable = true;
  }

  /** At most `bound` of these different literals may be true; with a guard, only where the guard is true. */
  addAtMost(literals: readonly Literal[], bound: number, guard?: Literal): void {
    this.#trail.backTo(0);
    if (literals.length <= bound) return;
    this.#trail.limit(literals, bound, guard);
    if (this.#trail.propagate() !== undefined) this.#isUnsolvable = true;
  }

  solve({ order = [], assumptions = [] }: SolveOptions = {}): SolveResult {
    const trail = this.#trail;
    trail.backTo(0);
    if (this.#isUnsolvable) return { is: 'unsolvable', core: [] };
    const decisions = [...order, ...trail.variables().map((variable) => -variable)];
    this.#positions = [0];
    for (;;) {
      const conflict = trail.propagate();
      if (conflict !== undefined) {
        this.#conflicts += 1;
        if (this.#conflicts > this.mostConflicts) return { is: 'undecided' };
        if (trail.level === 0) {
          this.#isUnsolvable = true;
          return { is: 'unsolvable', core: [] };
        }
        this.#learn(conflict);
        continue;
      }
      const assumption = assumptions[trail.level];
      if (assumption !== undefined) {
        if (trail.value(assumption) < 0) return { is: 'unsolvable', core: trail.blame(assumption, assumptions) };
        this.#positions.push(0);
        trail.decide(assumption);
        continue;
      }
      const next = this.#next(decisions);
      if (next === undefined) {
        const values = trail.snapshot();
        return { is: 'solved', isTrue: (literal) => (values[Math.abs(literal)] ?? 0) * Math.sign(literal) > 0 };
      }
      trail.decide(next);
    }
  }

  #next(decisions: readonly Literal[]): Literal | undefined {
    let position = this.#positions[this.#trail.level] ?? 0;
    for (; position < decisions.length; position++) {
      const literal = decisions[position] as Literal;
      if (this.#trail.value(literal) === 0) {
        this.#positions.push(position + 1);
        return literal;
      }
    }
    return undefined;
  }

  #learn(conflict: Clause | AtMost): void {
    const { learned, level } = this.#trail.analyze(conflict);
    this.#trail.backTo(level);
    this.#positions.length = level + 1;
    const [first] = learned as [Literal, ...Literal[]];
    if (learned.length > 1) this.#trail.watch(learned);
    this.#trail.assign(first, learned.length > 1 ? learned : undefined);
  }
}

export { isAtMost };
