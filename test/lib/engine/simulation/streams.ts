/** What streams tell: the list at their beginning, every change after it, and what a new list tells after a cut. */
import type { Event } from '../../../../lib/engine';
import * as api from './server/api-server';
import { selects, type Message, type Stream } from './process';
import type { Role } from './roles';

export function messagesOf({ key, before, after, version }: api.Change, { scope }: Stream): readonly Message[] {
  if (after !== undefined && selects(scope, after)) return [{ type: 'changed', object: after }];
  return before !== undefined && selects(scope, before) ? [{ type: 'removed', key, version }] : [];
}

export function listOf(server: api.Server, { scope }: Stream): readonly Message[] {
  const objects = [...server.objects.values()].filter((object) => selects(scope, object));
  return [...objects.map((object): Message => ({ type: 'changed', object })), { type: 'synced', version: String(server.version) }];
}

/** What a stream that began at `from` has to catch up with. */
export function changesBetween(from: api.Server, to: api.Server, stream: Stream): readonly Message[] {
  if (from === to) return [];
  const keys = new Set([...from.objects.keys(), ...to.objects.keys(), ...stream.scope.keys]);
  return [...keys].flatMap((key): readonly Message[] => {
    const before = from.objects.get(key);
    const after = to.objects.get(key);
    // It may have come and gone in between.
    if (before === undefined && after === undefined) return [{ type: 'removed', key, version: String(to.version) }];
    const change = {
      key,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      version: String(to.version),
    };
    return before === after ? [] : messagesOf(change, stream);
  });
}

/** What had not been told is lost; the list tells what there is, and what is missing from it has gone. */
export function relist(stream: Stream, server: api.Server): readonly Message[] {
  const gone = stream.scope.keys.filter((key) => {
    const live = server.objects.get(key);
    return live === undefined || !selects(stream.scope, live);
  });
  const [synced, ...objects] = [...listOf(server, stream)].reverse() as [Message, ...Message[]];
  return [...objects, ...gone.map((key): Message => ({ type: 'removed', key, version: String(server.version) })), synced];
}

export function eventOf(role: Role, scope: number, message: Message): Event {
  if (message.type === 'synced') return { type: 'synced', scope, resourceVersion: message.version };
  if (message.type === 'removed') return { type: 'vanished', key: message.key, scope, resourceVersion: message.version };
  const { object } = message;
  return { type: 'seen', key: api.idOf(object), scope, view: role.view(object) };
}
