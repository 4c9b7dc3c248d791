/** What a conflict teaches. */
import { type Cause, type Literal, literalsOf } from './literal';
import type { Trail } from './trail';

export interface Lesson {
  /** One of these must be true. Only the first is of the newest level; the second, where there is one, is of the level to go back to. */
  readonly literals: readonly [Literal, ...Literal[]];
  /** The level to go back to, where the first literal follows. */
  readonly level: number;
}

/** Of a conflict on a level above 0: up to the newest literal through which everything of this level goes that led to it. */
export function analyze(conflict: Cause, trail: Trail): Lesson {
  const earlier: Literal[] = [];
  const seen: Literal[] = [];
  let open = 0;
  let because = becauseOf(conflict, undefined);
  for (const literal of trail.newestFirst()) {
    for (const one of because) {
      const { assignment } = one;
      if (assignment.isSeen || assignment.level === 0) continue;
      assignment.isSeen = true;
      seen.push(one);
      if (assignment.level === trail.level) open += 1;
      else earlier.push(one.not);
    }
    because = [];
    if (!literal.assignment.isSeen) continue;
    open -= 1;
    if (open === 0) {
      for (const one of seen) one.assignment.isSeen = false;
      earlier.sort((a, b) => b.assignment.level - a.assignment.level);
      return { literals: [literal.not, ...earlier], level: earlier[0]?.assignment.level ?? 0 };
    }
    if (literal.assignment.cause !== undefined) because = becauseOf(literal.assignment.cause, literal);
  }
  throw new Error('a conflict without a cause');
}

/** The assumptions because of which this one is false; itself among them. */
export function blame(assumption: Literal, assumptions: readonly Literal[]): readonly Literal[] {
  const assumed = new Set(assumptions);
  const core = new Set([assumption]);
  const seen = new Set<Literal>();
  const pending = [assumption.not];
  for (let literal = pending.pop(); literal !== undefined; literal = pending.pop()) {
    const { level, cause } = literal.assignment;
    if (seen.has(literal) || level === 0) continue;
    seen.add(literal);
    if (cause !== undefined) for (const one of becauseOf(cause, literal)) pending.push(one);
    else if (assumed.has(literal)) core.add(literal);
  }
  return [...core];
}

/** True literals because of which `literal` is true; without one, because of which the cause cannot be fulfilled. */
function becauseOf(cause: Cause, literal: Literal | undefined): readonly Literal[] {
  if ('first' in cause) return literalsOf(cause).filter((one) => one !== literal).map((one) => one.not);
  const { literals, bound, guard } = cause;
  const before = literal?.assignment.position ?? Infinity;
  const isOverfull = literal === undefined || literal === guard?.not;
  const counted = literals
    .filter(({ value, assignment }) => value > 0 && assignment.position < before)
    .slice(0, isOverfull ? bound + 1 : bound);
  return guard === undefined || literal === guard.not ? counted : [...counted, guard];
}
