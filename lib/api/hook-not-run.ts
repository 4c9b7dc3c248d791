/** Hooks of charts that helm runs at moments at which no revision is brought onto the cluster. */

/** A hook of a chart that is not run at a moment at which helm runs it. */
export interface HookNotRun {
  readonly kind: string;
  /** As the chart names it. */
  readonly name: string;
  /** Those moments, as the chart writes them: `pre-delete`, `test`. */
  readonly events: readonly string[];
}

type Events = Pick<HookNotRun, 'events'>;

/** What is done to an extension, when helm runs hooks and boxcutter does not. */
export type HookMoment = 'deletion' | 'rollback';

const EVENTS: Readonly<Record<HookMoment, readonly string[]>> = {
  deletion: ['pre-delete', 'post-delete'],
  rollback: ['pre-rollback', 'post-rollback'],
};

/**
 * Which events of the hook are missed then; none: it is not one of that moment. A rollback is like an upgrade to the earlier content: a
 * hook of both is one of upgrades, and not missed.
 */
export function missedEvents(hook: Events, moment: HookMoment): readonly string[] {
  if (moment === 'rollback' && isOfUpgrades(hook)) return [];
  return EVENTS[moment].filter((event) => hook.events.includes(event));
}

/** The hooks that are missed then, with nothing but the events of that moment. */
export function missedHooks(hooks: readonly HookNotRun[], moment: HookMoment): readonly HookNotRun[] {
  return hooks.map((hook) => ({ ...hook, events: missedEvents(hook, moment) })).filter(({ events }) => events.length > 0);
}

export function isOfUpgrades({ events }: Events): boolean {
  return events.some((event) => event === 'pre-upgrade' || event === 'post-upgrade');
}
