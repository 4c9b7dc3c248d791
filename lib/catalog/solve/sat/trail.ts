/** What the solver knows at a moment: which literals are true, in which order they became so, and because of what. */

/** A variable, from 1; negative: that it is false. */
export type Literal = number;

/** One of them must be true; the first two are watched. */
export type Clause = Literal[];

/** At most `bound` of them may be true. */
export interface AtMost {
  readonly literals: readonly Literal[];
  readonly bound: number;
  /** Only where this is true. */
  readonly guard: Literal | undefined;
  /** How many are true now. */
  count: number;
}

type Cause = Clause | AtMost | undefined;

export function isAtMost(cause: Clause | AtMost): cause is AtMost {
  return !Array.isArray(cause);
}

export class Trail {
  /** By variable: 1 true, -1 false, 0 open. */
  #values: number[] = [0];
  #levels: number[] = [0];
  #positions: number[] = [0];
  #causes: Cause[] = [undefined];
  #seen: boolean[] = [false];
  /** By literal (see `index`): clauses that watch it, limits that it counts for, limits that it guards. */
  #watches: Clause[][] = [[], []];
  #limits: AtMost[][] = [[], []];
  #guards: AtMost[][] = [[], []];
  #trail: Literal[] = [];
  #head = 0;
  /** Where each level begins on the trail. */
  #starts: number[] = [];

  get level(): number {
    return this.#starts.length;
  }

  newVariable(): Literal {
    this.#values.push(0);
    this.#levels.push(0);
    this.#positions.push(0);
    this.#causes.push(undefined);
    this.#seen.push(false);
    for (const table of [this.#watches, this.#limits, this.#guards]) table.push([], []);
    return this.#values.length - 1;
  }

  variables(): readonly Literal[] {
    return this.#values.slice(1).map((_, index) => index + 1);
  }

  /** Above 0 true, below 0 false, 0 open. */
  value(literal: Literal): number {
    return literal > 0 ? this.#values[literal]! : -this.#values[-literal]!;
  }

  snapshot(): readonly number[] {
    return [...this.#values];
  }

  /** @param clause two or more; becomes the solver's own */
  watch(clause: Clause): void {
    this.#watches[index(clause[0]!)]!.push(clause);
    this.#watches[index(clause[1]!)]!.push(clause);
  }

  limit(literals: readonly Literal[], bound: number, guard: Literal | undefined): void {
    const limit: AtMost = { literals, bound, guard, count: literals.filter((literal) => this.value(literal) > 0).length };
    for (const literal of literals) this.#limits[index(literal)]!.push(limit);
    if (guard !== undefined) this.#guards[index(guard)]!.push(limit);
    // What is true already is looked at again.
    this.#head = 0;
    if (bound === 0 && guard === undefined) for (const literal of literals) this.assign(-literal, undefined);
  }

  decide(literal: Literal): void {
    this.#starts.push(this.#trail.length);
    this.assign(literal, undefined);
  }

  /** False: it is false already. */
  assign(literal: Literal, cause: Cause): boolean {
    const value = this.value(literal);
    if (value !== 0) return value > 0;
    const variable = Math.abs(literal);
    this.#values[variable] = literal > 0 ? 1 : -1;
    this.#levels[variable] = this.level;
    this.#positions[variable] = this.#trail.length;
    this.#causes[variable] = cause;
    this.#trail.push(literal);
    for (const limit of this.#limits[index(literal)]!) limit.count += 1;
    return true;
  }

  backTo(level: number): void {
    if (level >= this.level) return;
    const start = this.#starts[level]!;
    while (this.#trail.length > start) {
      const literal = this.#trail.pop()!;
      this.#values[Math.abs(literal)] = 0;
      for (const limit of this.#limits[index(literal)]!) limit.count -= 1;
    }
    this.#starts.length = level;
    this.#head = Math.min(this.#head, start);
  }

  /** What cannot be fulfilled. */
  propagate(): Clause | AtMost | undefined {
    while (this.#head < this.#trail.length) {
      const literal = this.#trail[this.#head++]!;
      const conflict = this.#propagateClauses(-literal) ?? this.#propagateLimits(literal);
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  #propagateClauses(falsified: Literal): Clause | undefined {
    const watching = this.#watches[index(falsified)]!;
    let kept = 0;
    for (let at = 0; at < watching.length; at++) {
      const clause = watching[at]!;
      if (clause[0] === falsified) [clause[0], clause[1]] = [clause[1]!, clause[0]];
      const other = clause[0]!;
      if (this.value(other) <= 0 && this.#moveWatch(clause)) continue;
      watching[kept++] = clause;
      if (this.value(other) > 0 || this.assign(other, clause)) continue;
      for (at++; at < watching.length; at++) watching[kept++] = watching[at]!;
      watching.length = kept;
      return clause;
    }
    watching.length = kept;
    return undefined;
  }

  /** To a literal that is not false, in the place of the second. */
  #moveWatch(clause: Clause): boolean {
    for (let at = 2; at < clause.length; at++) {
      if (this.value(clause[at]!) < 0) continue;
      [clause[1], clause[at]] = [clause[at]!, clause[1]!];
      this.#watches[index(clause[1])]!.push(clause);
      return true;
    }
    return false;
  }

  #propagateLimits(literal: Literal): AtMost | undefined {
    for (const limit of this.#limits[index(literal)]!) if (!this.#keepLimit(limit)) return limit;
    for (const limit of this.#guards[index(literal)]!) if (!this.#keepLimit(limit)) return limit;
    return undefined;
  }

  #keepLimit(limit: AtMost): boolean {
    const { literals, bound, guard, count } = limit;
    if (count < bound) return true;
    const guarded = guard === undefined ? 1 : this.value(guard);
    if (guarded < 0) return true;
    if (count > bound) return guarded === 0 && this.assign(-guard!, limit);
    if (guarded > 0) for (const one of literals) if (this.value(one) === 0) this.assign(-one, limit);
    return true;
  }

  /** The clause that the conflict teaches, up to the first point through which all of its level goes; and the level to go back to. */
  analyze(conflict: Clause | AtMost): { readonly learned: Clause; readonly level: number } {
    const learned: Clause = [0];
    const touched: number[] = [];
    let open = 0;
    let at = this.#trail.length;
    let because = this.#becauseOf(conflict, undefined);
    for (;;) {
      for (const literal of because) {
        const variable = Math.abs(literal);
        if (this.#seen[variable]! || this.#levels[variable] === 0) continue;
        this.#seen[variable] = true;
        touched.push(variable);
        if (this.#levels[variable] === this.level) open += 1;
        else learned.push(-literal);
      }
      do at -= 1; while (!this.#seen[Math.abs(this.#trail[at]!)]!);
      const literal = this.#trail[at]!;
      open -= 1;
      if (open === 0) {
        learned[0] = -literal;
        break;
      }
      because = this.#becauseOf(this.#causes[Math.abs(literal)]!, literal);
    }
    for (const variable of touched) this.#seen[variable] = false;
    return { learned, level: this.#watchHighest(learned) };
  }

  /** Puts a literal of the highest level, the first apart, into the second place, and gives that level. */
  #watchHighest(learned: Clause): number {
    let highest = 0;
    for (let at = 1; at < learned.length; at++) {
      const level = this.#levels[Math.abs(learned[at]!)]!;
      if (level <= highest) continue;
      highest = level;
      [learned[1], learned[at]] = [learned[at]!, learned[1]!];
    }
    return highest;
  }

  /** True literals because of which `literal` is true; without one, because of which the cause cannot be fulfilled. */
  #becauseOf(cause: Clause | AtMost, literal: Literal | undefined): readonly Literal[] {
    if (!isAtMost(cause)) return cause.filter((one) => one !== literal).map((one) => -one);
    const { literals, bound, guard } = cause;
    const before = literal === undefined ? Infinity : this.#positions[Math.abs(literal)]!;
    const needed = literal === undefined || literal === (guard === undefined ? undefined : -guard) ? bound + 1 : bound;
    const counted = literals.filter((one) => this.value(one) > 0 && this.#positions[Math.abs(one)]! < before).slice(0, needed);
    return guard === undefined || literal === -guard ? counted : [...counted, guard];
  }

  /** The assumptions because of which this one is false; itself among them. */
  blame(assumption: Literal, assumptions: readonly Literal[]): readonly Literal[] {
    const assumed = new Set(assumptions);
    const core = new Set([assumption]);
    const pending = [-assumption];
    const seen = new Set<number>();
    for (let literal = pending.pop(); literal !== undefined; literal = pending.pop()) {
      const variable = Math.abs(literal);
      if (seen.has(variable) || this.#levels[variable] === 0) continue;
      seen.add(variable);
      const cause = this.#causes[variable];
      if (cause !== undefined) pending.push(...this.#becauseOf(cause, literal));
      else if (assumed.has(literal)) core.add(literal);
    }
    return [...core];
  }
}

function index(literal: Literal): number {
  return literal > 0 ? 2 * literal : -2 * literal + 1;
}
