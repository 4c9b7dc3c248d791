/** What becomes of hooks otherwise than with helm, as warnings: each said once for all hooks that it is about. */
import type { Issue } from '../../../issue';
import { helmIssue } from '../wording';
import { fades, type Hook, isDeletedAfterwards, titleOf } from './hook';
import type { RenderedObject } from '../rendered';

/** Hooks that a message lists. */
const SHOWN = 10;

/** @param awaited by hook, what asks for it by its name */
export function remarksOn(hooks: readonly Hook[], awaited: ReadonlyMap<Hook, RenderedObject>): Issue[] {
  const taken = hooks.filter(({ stage }) => stage !== undefined);
  const running = taken.filter(({ runs }) => runs);
  return [
    ...hooks.filter(({ stage }) => stage === undefined).map(leftOut),
    ...about(running, 'hook-runs-once'),
    ...[...awaited].map(([hook, by]) => nameStays(hook, by)),
    ...about(taken.filter((hook) => !hook.runs && isDeletedAfterwards(hook)), 'hook-stays'),
    ...about(running.filter(fades), 'hook-ttl'),
  ];
}

function leftOut({ object, events }: Hook): Issue {
  const isOfUpgrades = events.some((event) => event === 'pre-upgrade' || event === 'post-upgrade');
  return helmIssue(isOfUpgrades ? 'hook-upgrade-only' : 'hook-left-out', { hook: titleOf(object), events }, { origin: object.origin });
}

function nameStays({ object }: Hook, by: RenderedObject): Issue {
  return helmIssue('hook-name-stays', { hook: titleOf(object), by: titleOf(by) }, { origin: object.origin });
}

type AboutHooks = 'hook-runs-once' | 'hook-stays' | 'hook-ttl';

function about(hooks: readonly Hook[], code: AboutHooks): Issue[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const shown = hooks.slice(0, SHOWN).map(({ object }) => titleOf(object));
  return [helmIssue(code, { hooks: shown, more: hooks.length - shown.length }, { origin: first.object.origin })];
}
