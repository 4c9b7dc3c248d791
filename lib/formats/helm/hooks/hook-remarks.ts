/** What becomes of hooks otherwise than with helm, as warnings: each said once for all hooks that it is about. */
import { isOfUpgrades } from '../../../api';
import type { Issue } from '../../../issue';
import { helmIssue } from '../wording';
import { fades, type Hook, isDeletedAfterwards, titleOf } from './hook';
import { eventsNotRun, isMissedLater } from './not-run';
import type { RenderedObject } from '../rendered';

/** Hooks that a message lists. */
const SHOWN = 10;

/** @param awaited by hook, what asks for it by its name */
export function remarksOn(hooks: readonly Hook[], awaited: ReadonlyMap<Hook, RenderedObject>): Issue[] {
  const taken = hooks.filter(({ stage }) => stage !== undefined);
  const running = taken.filter(({ runs }) => runs);
  return [
    ...notRun(hooks.filter(isMissedLater)),
    ...hooks.flatMap(leftOut),
    ...about(running, 'hook-runs-once'),
    ...[...awaited].map(([hook, by]) => nameStays(hook, by)),
    ...about(taken.filter((hook) => !hook.runs && isDeletedAfterwards(hook)), 'hook-stays'),
    ...about(running.filter(fades), 'hook-ttl'),
  ];
}

function leftOut(hook: Hook): Issue[] {
  const { object, stage, events } = hook;
  const code = isOfUpgrades(hook) ? 'hook-upgrade-only' : 'hook-left-out';
  if (stage !== undefined || (code === 'hook-left-out' && isMissedLater(hook))) return [];
  return [helmIssue(code, { hook: titleOf(object), events }, { origin: object.origin })];
}

function notRun(hooks: readonly Hook[]): Issue[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const shown = hooks.slice(0, SHOWN).map((hook) => `${titleOf(hook.object)} (${eventsNotRun(hook).join(', ')})`);
  return [helmIssue('hook-not-run', { hooks: shown, more: hooks.length - shown.length }, { origin: first.object.origin })];
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
