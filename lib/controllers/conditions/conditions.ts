/** Conditions of an object: what they say now, as data, against what they said before. Pure. */
import type { Condition } from '../../api';
import { defined } from '../../defined';
import { plain } from '../../plain-text';

/** What is to be said of one aspect. */
export interface ConditionFact<Type extends string = string, Reason extends string = string> {
  readonly type: Type;
  readonly status: Condition['status'];
  readonly reason: Reason;
  readonly message: string;
}

/** A condition whose status or reason is another than before. */
export interface ConditionTransition {
  readonly type: string;
  /** Undefined: it was not there. */
  readonly from?: Pick<Condition, 'status' | 'reason'>;
  readonly to: Pick<Condition, 'status' | 'reason' | 'message'>;
  /** How long the former status held, in milliseconds, when the status is another. */
  readonly heldMs?: number;
}

/** What a message may have, in characters (the schema of our kinds counts so). */
export const MAX_MESSAGE = 32_768;
const CUT = ' … (message cut)';

/** A message that fits: its end is cut, and says so. No character is cut in two. */
export function cutMessage(message: string, most = MAX_MESSAGE): string {
  // Go counts code points; a code unit of ours is never more than one of them.
  if (message.length <= most) return message;
  const characters = [...message];
  return characters.length <= most ? message : characters.slice(0, most - CUT.length).join('') + CUT;
}

/**
 * The conditions that say these facts. The time of a transition is kept as long as the status is the same. A condition that is as before is
 * the same object as before, so that at rest nothing differs. Conditions of other types stay.
 * @param before as they are on the object
 */
export function conditionsOf(
  before: readonly Condition[] | undefined,
  facts: readonly ConditionFact[],
  { now, generation }: { readonly now: Date; readonly generation?: number | undefined },
): readonly Condition[] {
  const said = new Set(facts.map(({ type }) => type));
  const kept = (before ?? []).filter(({ type }) => !said.has(type));
  const conditions = facts.map((fact) => conditionOf(findCondition(before, fact.type), fact, now, generation));
  return [...kept, ...conditions].sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0));
}

function conditionOf(before: Condition | undefined, fact: ConditionFact, now: Date, generation: number | undefined): Condition {
  const { type, status, reason } = fact;
  // Servers, manifests and other clients have their say in it, and whoever reads a status reads it on a terminal.
  const message = cutMessage(plain(fact.message.slice(0, 2 * MAX_MESSAGE)));
  const isSame = before?.status === status && before.reason === reason && before.message === message
    && before.observedGeneration === generation;
  if (isSame) return before;
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : `${now.toISOString().slice(0, 19)}Z`;
  return { type, status, reason, message, ...defined({ observedGeneration: generation }), lastTransitionTime };
}

export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition is there and true. */
export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === 'True';
}

/** What is another than before in status or reason: for events, logs and metrics. */
export function transitionsOf(
  before: readonly Condition[] | undefined, after: readonly Condition[], now: Date,
): readonly ConditionTransition[] {
  return after.flatMap(({ type, status, reason, message }) => {
    const former = findCondition(before, type);
    if (former?.status === status && former.reason === reason) return [];
    const heldMs = former === undefined || former.status === status
      ? undefined
      : Math.max(0, now.getTime() - Date.parse(former.lastTransitionTime));
    const from = former === undefined ? undefined : { status: former.status, reason: former.reason };
    return [{ type, to: { status, reason, message }, ...defined({ from, heldMs }) }];
  });
}
