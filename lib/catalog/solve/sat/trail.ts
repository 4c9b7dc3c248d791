/** What the solver knows at a moment: which literals are true, in which order they became so, and because of what. */
import type { AtMost, Cause, Clause, Literal } from './literal';

export class Trail {
  readonly #trail: Literal[] = [];
  /** Where each level begins on the trail. */
  readonly #starts: number[] = [];
  /** What follows from the literals before it is known. */
  #head = 0;

  /** Work done so far: constraints and literals that were looked at. Unlike time, it is the same on every machine. */
  steps = 0;

  get level(): number {
    return this.#starts.length;
  }

  /** True literals, the newest first. */
  * newestFirst(): Generator<Literal> {
    for (let at = this.#trail.length - 1; at >= 0; at--) {
      const literal = this.#trail[at];
      if (literal !== undefined) yield literal;
    }
  }

  watch(clause: Clause): void {
    clause.first.clauses.push(clause);
    clause.second.clauses.push(clause);
  }

  limit(literals: readonly Literal[], bound: number, guard: Literal | undefined): void {
    const limit: AtMost = { literals, bound, guard, count: literals.filter(({ value }) => value > 0).length };
    for (const literal of literals) literal.limits.push(limit);
    guard?.guarded.push(limit);
    // What is true already is looked at again.
    this.#head = 0;
    if (bound === 0 && guard === undefined) for (const literal of literals) this.assign(literal.not, undefined);
  }

  decide(literal: Literal): void {
    this.#starts.push(this.#trail.length);
    this.assign(literal, undefined);
  }

  /** False: it is false already. */
  assign(literal: Literal, cause: Cause | undefined): boolean {
    if (literal.value !== 0) return literal.value > 0;
    literal.value = 1;
    literal.not.value = -1;
    const { assignment } = literal;
    assignment.level = this.level;
    assignment.position = this.#trail.length;
    assignment.cause = cause;
    this.#trail.push(literal);
    for (const limit of literal.limits) limit.count += 1;
    return true;
  }

  backTo(level: number): void {
    const start = this.#starts[level];
    if (start === undefined) return;
    for (const literal of this.#trail.splice(start)) {
      literal.value = 0;
      literal.not.value = 0;
      for (const limit of literal.limits) limit.count -= 1;
    }
    this.#starts.length = level;
    this.#head = Math.min(this.#head, start);
  }

  /** Assigns what follows. @returns a constraint that cannot be fulfilled */
  propagate(): Cause | undefined {
    for (let literal = this.#trail[this.#head]; literal !== undefined; literal = this.#trail[this.#head]) {
      this.#head += 1;
      this.steps += 1 + literal.not.clauses.length + literal.limits.length;
      const conflict = this.#visitClauses(literal.not) ?? this.#visitLimits(literal);
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  #visitClauses(falsified: Literal): Clause | undefined {
    const { clauses } = falsified;
    let conflict: Clause | undefined;
    let kept = 0;
    // Those that find another literal to watch are taken out in the same pass.
    for (const clause of clauses) {
      if (conflict === undefined) {
        if (clause.first === falsified) {
          clause.first = clause.second;
          clause.second = falsified;
        }
        if (clause.first.value <= 0 && moveWatch(clause)) continue;
        if (!this.assign(clause.first, clause)) conflict = clause;
      }
      clauses[kept] = clause;
      kept += 1;
    }
    clauses.length = kept;
    return conflict;
  }

  #visitLimits(literal: Literal): AtMost | undefined {
    return literal.limits.find((limit) => !this.#keep(limit)) ?? literal.guarded.find((limit) => !this.#keep(limit));
  }

  #keep(limit: AtMost): boolean {
    const { literals, bound, guard, count } = limit;
    if (count < bound || (guard?.value ?? 1) < 0) return true;
    if (count > bound) return guard?.value === 0 && this.assign(guard.not, limit);
    this.steps += literals.length;
    if (guard?.value !== 0) for (const literal of literals) if (literal.value === 0) this.assign(literal.not, limit);
    return true;
  }
}

/** From the second literal, which is false, to another that is not. */
function moveWatch(clause: Clause): boolean {
  const at = clause.others.findIndex(({ value }) => value >= 0);
  const other = clause.others[at];
  if (other === undefined) return false;
  clause.others[at] = clause.second;
  clause.second = other;
  other.clauses.push(clause);
  return true;
}
