/** What becomes of hooks otherwise than with helm, as warnings: each said once for all hooks that it is about. */
import { defined } from '../../../defined';
import type { Finding } from '../../../schema/finding';
import { remark } from '../../report';
import { fades, type Hook, isDeletedAfterwards, titleOf } from './hook';
import type { RenderedObject } from '../rendered';

/** Hooks that a message lists. */
const SHOWN = 10;

/** @param awaited by hook, what asks for it by its name */
export function remarksOn(hooks: readonly Hook[], awaited: ReadonlyMap<Hook, RenderedObject>): Finding[] {
  const taken = hooks.filter(({ stage }) => stage !== undefined);
  const running = taken.filter(({ runs }) => runs);
  return [
    ...hooks.filter(({ stage }) => stage === undefined).map(leftOut),
    ...about(running, 'hook-runs-once', 'helm runs a hook at every upgrade; here it runs again only when it changes'),
    ...[...awaited].map(([hook, by]) => nameStays(hook, by)),
    ...about(taken.filter((hook) => !hook.runs && isDeletedAfterwards(hook)), 'hook-stays', 'helm deletes this when the hook has succeeded; here it stays as long as the extension',
      'Leave it out, by a value of the chart or in code, where it gives rights that should not last.'),
    ...about(running.filter(fades), 'hook-ttl', 'ttlSecondsAfterFinished is left out, because a hook that goes away by itself would run again at every apply'),
  ];
}

function leftOut({ object, events }: Hook): Finding {
  const { origin } = object;
  if (events.some((event) => event === 'pre-upgrade' || event === 'post-upgrade')) {
    const hint = 'Where an upgrade needs it, render with upgrade: true.';
    return remark('hook-upgrade-only', `${titleOf(object)} is a hook of upgrades alone (${events.join(', ')}), and is left out`, { origin, hint });
  }
  return remark('hook-left-out', `${titleOf(object)} is a hook for ${events.join(', ')}, which no revision has, and is left out`, { origin });
}

function nameStays({ object }: Hook, by: RenderedObject): Finding {
  const message = `${titleOf(by)} asks for ${titleOf(object)} by its name, so that it keeps it, and no changed one can take its place`;
  return remark('hook-name-stays', message, { origin: object.origin, hint: 'Delete it before an upgrade that changes it; nothing is written before.' });
}

type AboutHooks = 'hook-runs-once' | 'hook-stays' | 'hook-ttl';

function about(hooks: readonly Hook[], code: AboutHooks, message: string, hint?: string): Finding[] {
  const [first] = hooks;
  if (first === undefined) return [];
  const names = hooks.slice(0, SHOWN).map(({ object }) => titleOf(object)).join(', ');
  const rest = hooks.length > SHOWN ? ` and ${hooks.length - SHOWN} more` : '';
  return [remark(code, `${names}${rest}: ${message}`, { origin: first.object.origin, ...defined({ hint }) })];
}
