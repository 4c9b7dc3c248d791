/** Moments at which helm runs a hook and a revision does not: deletion, tests, and those that the rendering is not for. */
import { asObject } from '../../../api';
import type { HookNotRun } from '../../rendering';
import type { Hook } from './hook';

/** Each hook that has such moments. */
export function hooksNotRun(hooks: readonly Hook[]): readonly HookNotRun[] {
  return hooks.flatMap((hook) => {
    const events = eventsNotRun(hook);
    const { kind, metadata } = hook.object.manifest;
    return events.length === 0 ? [] : [{ kind: String(kind), name: String(asObject(metadata)?.['name']), events }];
  });
}

/** A hook that is taken runs whenever it changes, and so with every installation, upgrade and rollback that changes it. */
export function eventsNotRun({ stage, events }: Hook): readonly string[] {
  return stage === undefined ? events : events.filter((event) => !/-(?:install|upgrade|rollback)$/.test(event));
}

/**
 * Whether helm runs something with it that is missed when the extension is deleted or rolled back. A rollback is like an upgrade to the
 * earlier content: a hook of both is one of upgrades.
 */
export function isMissedLater(hook: Hook): boolean {
  const events = eventsNotRun(hook);
  return events.some(isOfDeletion) || (events.some((event) => /^(?:pre|post)-rollback$/.test(event)) && !isOfUpgrades(hook));
}

export function isOfUpgrades({ events }: Hook): boolean {
  return events.some((event) => event === 'pre-upgrade' || event === 'post-upgrade');
}

function isOfDeletion(event: string): boolean {
  return event === 'pre-delete' || event === 'post-delete';
}
