/** What the API server makes of a request, with the body as the executor of the engine sends it. */
import type { KubeObject } from '../../../../lib/api';
import { releasePatch, stampOwner, type ObjectRequest } from '../../../../lib/engine';
import { mergePatch } from '../../../../lib/engine/ownership/managed-fields';
import * as api from './server/api-server';
import type { Role } from './roles';
import type { Process } from './process';

/** How requests become writes; a guard may be missing from it. */
export interface Adapter {
  /** The server knows "create only". @default true */
  readonly createOnly: boolean;
  /** The executor has found out that it does not, and creates by POST. @default true */
  readonly fallback: boolean;
  readonly checksUid: boolean;
  readonly checksVersion: boolean;
}

export const ADAPTER: Adapter = { createOnly: true, fallback: true, checksUid: true, checksVersion: true };

export function perform(
  server: api.Server, role: Role, { built, state }: Pick<Process, 'built' | 'state'>, key: string, request: ObjectRequest, adapter: Adapter,
): api.Written | 'gone' | 'unserved' {
  const { context } = role;
  const { fieldManager } = context;
  const desired = built.desired.get(key) as KubeObject;
  const live = server.objects.get(key);
  const precondition = (on: api.On): api.On => ({
    uid: adapter.checksUid ? on.uid : (live?.metadata.uid ?? on.uid),
    resourceVersion: adapter.checksVersion ? on.resourceVersion : (live?.metadata.resourceVersion ?? on.resourceVersion),
  });
  const create = (): api.Written => {
    const isOdd = !adapter.createOnly;
    if (isOdd && adapter.fallback) return api.post(server, key, desired, fieldManager);
    if (isOdd && live !== undefined) return api.applied(server, key, desired, fieldManager, 'Apply');
    return api.apply(server, key, { ...desired, metadata: { ...desired.metadata, resourceVersion: '1' } }, fieldManager);
  };
  const update = (on: api.On, takeover: boolean): api.Written => {
    const body = takeover && live !== undefined ? stampOwner(desired, context, state.task.revision, live) : desired;
    return api.apply(server, key, { ...body, metadata: { ...body.metadata, ...precondition(on) } }, fieldManager);
  };
  const patch = (on: api.On, operations: (object: KubeObject) => Parameters<typeof api.patch>[2]): api.Written | 'gone' => {
    if (live === undefined) return 'gone';
    const { uid, resourceVersion } = precondition(on);
    return live.metadata.uid === uid && live.metadata.resourceVersion === resourceVersion
      ? api.patch(server, key, operations(live))
      : 'conflict';
  };
  if (!api.isServed(server, key.split('/')[1] ?? '')) return 'unserved';
  switch (request.type) {
    case 'read':
      return live === undefined ? 'gone' : { server, changes: [], object: live };
    case 'create':
      return create();
    case 'dry-run':
      return request.on === undefined ? create() : update(request.on, request.takeover);
    case 'update':
      return update(request.on, request.takeover);
    // A name that no object has.
    case 'trial':
      return { server, changes: [], object: desired };
    case 'delete':
    case 'replace':
      return api.remove(server, key, {
        ...(adapter.checksUid ? { uid: request.on.uid } : {}),
        ...(adapter.checksVersion ? { resourceVersion: request.on.resourceVersion } : {}),
      });
    case 'detach':
      return patch(request.on, () => [{ op: 'remove', path: '/aggregationRule' }]);
    case 'release':
      return patch(request.on, (object) => releasePatch(object, context, ['app']));
    case 'merge':
      return patch(request.on, (object) => mergePatch(object, context, desired.apiVersion, precondition(request.on)));
    case 'nudge':
      return live === undefined ? 'gone' : api.patch(server, key, [
        { op: 'test', path: '/metadata/uid', value: request.on.uid },
        { op: 'add', path: `/metadata/annotations/${api.NUDGED.replace('/', '~1')}`, value: request.on.resourceVersion },
      ]);
  }
}
