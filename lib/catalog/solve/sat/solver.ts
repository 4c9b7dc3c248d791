/**
 * A small solver for boolean constraints: clauses, and "at most so many of these". Conflict-driven clause learning without restarts and
 * without heuristics: it decides literals in the order that it is given, so the first solution that it finds is the best one in that order,
 * each literal being preferred to everything behind it. It is deterministic.
 *
 * Why its first solution is the best: a literal is only false where constraints and literals before it leave no choice, because whatever is
 * decided when it is still open stands before it.
 */
import { analyze, blame } from './analyze';
import { type Cause, Literal } from './literal';
import { Trail } from './trail';

export type { Literal } from './literal';

export type SolveResult =
  | Solved
  /** Without a solution; of the assumptions these are to blame. */
  | { readonly is: 'unsolvable'; readonly core: readonly Literal[] }
  /** More conflicts or more work than allowed. */
  | { readonly is: 'undecided' };

export interface Solved {
  readonly is: 'solved';
  readonly isTrue: (literal: Literal) => boolean;
}

/** Some ten seconds of search. A plan for five thousand packages of twenty versions, each in need of the next, takes a hundredth of it. */
export const MOST_STEPS = 50_000_000;

export interface SolveOptions {
  /** Literals to make true where possible, the most important first. Of the others as few as possible are true. */
  readonly order?: readonly Literal[];
  /** Taken for true. */
  readonly assumptions?: readonly Literal[];
}

export class SatSolver {
  readonly #trail = new Trail();
  readonly #literals: Literal[] = [];
  #conflicts = 0;
  #isUnsolvable = false;
  /** How far each level is in the order. */
  readonly #positions: number[] = [];

  /**
   * @param mostConflicts over all questions: then they are given up
   * @param mostSteps constraints and literals looked at, likewise
   */
  constructor(private readonly mostConflicts: number, private readonly mostSteps = MOST_STEPS) {}

  /** Something that may be so or not. */
  newLiteral(): Literal {
    const literal = new Literal(this.#literals.length + 1);
    this.#literals.push(literal);
    return literal;
  }

  /** One of them must be true. */
  addClause(literals: readonly Literal[]): void {
    this.#trail.backTo(0);
    const unique = new Set(literals);
    for (const literal of unique) if (literal.value > 0 || unique.has(literal.not)) return;
    const [first, second, ...others] = [...unique].filter(({ value }) => value === 0);
    if (first === undefined) {
      this.#isUnsolvable = true;
    } else if (second === undefined) {
      this.#trail.assign(first, undefined);
      this.#settle();
    } else {
      this.#trail.watch({ first, second, others });
    }
  }

  /** At most `bound` of these different literals may be true; with a guard, only where the guard is true. */
  addAtMost(literals: readonly Literal[], bound: number, guard?: Literal): void {
    this.#trail.backTo(0);
    if (literals.length <= bound) return;
    this.#trail.limit(literals, bound, guard);
    this.#settle();
  }

  #settle(): void {
    if (this.#trail.propagate() !== undefined) this.#isUnsolvable = true;
  }

  solve({ order = [], assumptions = [] }: SolveOptions = {}): SolveResult {
    const trail = this.#trail;
    trail.backTo(0);
    this.#positions.length = 0;
    const decisions = [...order, ...this.#literals.map(({ not }) => not)];
    // A question costs that much, however little has to be searched.
    trail.steps += decisions.length;
    while (!this.#isUnsolvable) {
      if (trail.steps > this.mostSteps) return { is: 'undecided' };
      const conflict = trail.propagate();
      if (conflict !== undefined) {
        this.#conflicts += 1;
        if (this.#conflicts > this.mostConflicts) return { is: 'undecided' };
        this.#learn(conflict);
        continue;
      }
      const assumption = assumptions[trail.level];
      if (assumption !== undefined && assumption.value < 0) return { is: 'unsolvable', core: blame(assumption, assumptions) };
      const next = assumption ?? this.#next(decisions);
      if (next === undefined) return this.#solved();
      trail.decide(next);
    }
    return { is: 'unsolvable', core: [] };
  }

  /** The first of the order that is open. */
  #next(decisions: readonly Literal[]): Literal | undefined {
    const { level } = this.#trail;
    const from = this.#positions[level] ?? 0;
    for (let position = from; position < decisions.length; position++) {
      const literal = decisions[position];
      if (literal?.value !== 0) continue;
      this.#positions[level + 1] = position + 1;
      return literal;
    }
    return undefined;
  }

  #learn(conflict: Cause): void {
    if (this.#trail.level === 0) {
      this.#isUnsolvable = true;
      return;
    }
    const { literals: [first, second, ...others], level } = analyze(conflict, this.#trail);
    this.#trail.backTo(level);
    const clause = second && { first, second, others };
    if (clause !== undefined) this.#trail.watch(clause);
    this.#trail.assign(first, clause);
  }

  #solved(): Solved {
    const values = Int8Array.from(this.#literals, ({ value }) => value);
    return { is: 'solved', isTrue: ({ id }) => (id > 0 ? values[id - 1] === 1 : values[-id - 1] === -1) };
  }
}
