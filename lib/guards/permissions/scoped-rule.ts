/** Rules with the place where they must hold, and the fewest of them that say the same. */
import { covers, type PolicyRule } from './rules';

/** A rule, where it must hold, and why it is there. */
export interface ScopedRule {
  /** Empty: on the whole cluster. */
  readonly namespace: string;
  readonly rule: PolicyRule;
  readonly reason: string;
}

/**
 * Steps that comparing each rule with each may take: real packages take thousands. Of one with more, rules that say no more than others
 * stay.
 */
const MAX_STEPS = 20_000_000;

/** Nothing that another rule gives as well, there or on the whole cluster. Of two that are equal the first stays. */
export function withoutCovered(all: readonly ScopedRule[]): readonly ScopedRule[] {
  const seen = new Set<string>();
  const rules = all.filter(({ namespace, rule }) => seen.size < seen.add(JSON.stringify([namespace, rule])).size);
  const entries = rules.reduce(
    (sum, { rule }) => sum + Object.values(rule).reduce((length, list: readonly string[]) => length + list.length, 0),
    0,
  );
  if (rules.length * entries > MAX_STEPS) return rules;
  const isCovered = ({ namespace, rule }: ScopedRule, index: number): boolean =>
    rules.some((other, position) =>
      position !== index &&
      (other.namespace === '' || other.namespace === namespace) &&
      covers(other.rule, rule) &&
      (position < index || other.namespace !== namespace || !covers(rule, other.rule)));
  return rules.filter((rule, index) => !isCovered(rule, index));
}
