/** The sentence of each cause. */
import { actionReason, type CausedAction, type Controller } from '../../../../lib/engine';

const controller: Controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u', text: 'ReplicaSet web-1' };

test.each<[CausedAction, string]>([
  [{ action: 'Released', cause: { type: 'newer-revision', revision: 3 } }, 'revision 3 manages it'],
  [{ action: 'Released', cause: { type: 'newer-revision' } }, 'a newer revision manages it'],
  [{ action: 'Released', cause: { type: 'controlled', controller } }, 'ReplicaSet web-1 manages it'],
  [
    { action: 'Released', cause: { type: 'copied' } },
    'another client created it: it carries our mark, but it is not the object that we wrote',
  ],
  [{ action: 'Released', cause: { type: 'unmanaged' } }, 'no owner is left on it'],
  [
    { action: 'Collision', cause: { type: 'owner-recreated', controller } },
    'it is controlled by ReplicaSet web-1, an owner that was created again since; recover the extension first',
  ],
  [
    { action: 'Collision', cause: { type: 'controlled', controller } },
    'it is controlled by ReplicaSet web-1; the collision protection None would take it over',
  ],
  [
    { action: 'Collision', cause: { type: 'same-revision-number', revision: 2 } },
    'it is managed by another revision, which claims the same revision number 2',
  ],
  [{ action: 'Collision', cause: { type: 'revision-unreadable' } }, 'its revision annotation is not a number'],
  [{ action: 'Waiting', cause: { type: 'phase' } }, 'its phase has not been reached'],
  [
    { action: 'Waiting', cause: { type: 'being-deleted', finalizers: ['example.com/hold'] } },
    'it is being deleted and waits for its finalizers (example.com/hold)',
  ],
  [{ action: 'Waiting', cause: { type: 'being-replaced' } }, 'it was deleted, and is not created again yet'],
  [{ action: 'Waiting', cause: { type: 'unforeseen', message: 'no leader' } }, 'cannot be foreseen: no leader'],
  [{ action: 'Waiting', cause: { type: 'lost', message: 'socket hang up' } }, 'socket hang up'],
])('%j in words', (action, sentence) => {
  expect(actionReason(action)).toBe(sentence);
});
