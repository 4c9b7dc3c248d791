/** Literals, and the two kinds of constraints on them. */

/** That something is so, or (`not`) that it is not. */
export class Literal {
  /** 1 true, -1 false, 0 open. */
  value: -1 | 0 | 1 = 0;
  readonly not: Literal;
  /** What it shares with its opposite. */
  readonly assignment: Assignment;
  /** Clauses that watch it, limits that it counts for, limits that it guards. */
  readonly clauses: Clause[] = [];
  readonly limits: AtMost[] = [];
  readonly guarded: AtMost[] = [];

  /** @param id different for each; that of the opposite is negative */
  constructor(readonly id: number, opposite?: Literal) {
    this.assignment = opposite?.assignment ?? { level: 0, position: 0, cause: undefined, isSeen: false };
    this.not = opposite ?? new Literal(-id, this);
  }
}

export interface Assignment {
  /** How many decisions came before it, itself included. */
  level: number;
  /** Where it is on the trail. */
  position: number;
  /** Undefined: it was decided. */
  cause: Cause | undefined;
  /** Used while a conflict is analysed. */
  isSeen: boolean;
}

export type Cause = Clause | AtMost;

/** One of them must be true. The first two are watched: as long as they are not false, nothing follows from it. */
export interface Clause {
  first: Literal;
  second: Literal;
  readonly others: Literal[];
}

/** At most `bound` of them may be true. */
export interface AtMost {
  readonly literals: readonly Literal[];
  readonly bound: number;
  /** Only where this is true. */
  readonly guard: Literal | undefined;
  /** How many are true now. */
  count: number;
}

export function literalsOf({ first, second, others }: Clause): readonly Literal[] {
  return [first, second, ...others];
}
