/** Moments at which helm runs a hook and a revision does not: deletion, tests, and those that the rendering is not for. */
import { asObject, missedEvents, type HookNotRun } from '../../../api';
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

/** Whether helm runs something with it that is missed when the extension is deleted or rolled back. */
export function isMissedLater(hook: Hook): boolean {
  const events = eventsNotRun(hook);
  return missedEvents({ events }, 'deletion').length > 0 || missedEvents({ events }, 'rollback').length > 0;
}
