/**
 * What happens to an extension that is kept, one line each.
 */
import { counted } from '../../../counted';
import { displayName } from '../../../api';
import { describeAction, type KeepEvent } from '../../../runtime';
import { formatAge } from '../../../state';
import { objectDocument } from '../run/document';

/** Undefined: nothing that people have to read. */
export function describeKeepEvent(event: KeepEvent, now: number): string | undefined {
  switch (event.type) {
    case 'drift':
      // A repair is reported when it is done, with who changed the object.
      return event.paused ? `${displayName(event.ref)}: ${REASONS[event.reason]}; `
        + 'the extension is paused, so it is not repaired' : undefined;
    case 'repaired':
      return `${displayName(event.object.ref)}: ${describeAction(event.object)}`;
    case 'readiness':
      return `${displayName(event.ref)}: ${event.ready.status === 'pass' ? 'ready' : `not ready: ${event.ready.message}`}`;
    case 'interference':
      return `${displayName(event.ref)}: ${event.manager ?? 'another client'} changes ${event.paths.join(', ')} again and again ` +
        `(${counted(event.count, 'time')}); the next repair is in ${inTime(event.until, now)}`;
    case 'rollout':
      return `revision ${event.revision} ${event.complete ? 'is complete' : 'is not complete yet'}`;
    case 'failed':
      return `failed: ${event.message.replace(/\.$/, '')}; the next attempt is in ${inTime(event.againAt, now)}, or when something changes`;
    case 'extension':
      return CHANGES[event.change];
    case 'trouble':
      return `cannot watch ${event.what}: ${event.message}; trying again`;
    case 'restored':
      return `watching ${event.what} again`;
    case 'steady':
      return undefined;
  }
}

const REASONS = {
  changed: 'fields of ours were changed',
  replaced: 'another client deleted it and created it again',
  taken: 'another client manages it now',
  missing: 'it is gone',
} as const;

const CHANGES = {
  appeared: undefined,
  changed: 'another revision was applied, and is kept from now on',
  paused: 'paused: changes are reported, nothing is written',
  resumed: 'resumed',
  gone: 'the extension was deleted',
} as const;

/** For machines: one document for each event. */
export function keepDocument(event: KeepEvent, now: number): object {
  return { schema: 'boxcutter.keep/v1', at: new Date(now).toISOString(), ...readable(event) };
}

/** Times as text, objects as in every other document. */
function readable(event: KeepEvent): object {
  switch (event.type) {
    case 'repaired':
      return { ...event, object: objectDocument(event.object) };
    case 'interference':
      return { ...event, until: new Date(event.until).toISOString() };
    case 'failed':
      return { ...event, againAt: new Date(event.againAt).toISOString() };
    default:
      return event;
  }
}

function inTime(at: number, now: number): string {
  return formatAge(Math.max(0, Math.round((at - now) / 1000)));
}
