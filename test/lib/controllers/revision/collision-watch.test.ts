/** What is in the way of a revision is watched by its name, and only what may clear the way wakes the revision. */
import { CollisionWatch } from '../../../../lib/controllers/revision/rollout/collision-watch';
import type { Observer, Reader } from '../../../../lib/engine';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { refOf } from './facts';

function open() {
  const moved: string[] = [];
  const streams = new Map<string, Observer>();
  const cluster: Pick<Reader, 'observe'> = {
    observe: ({ name = '' }, observer) => {
      streams.set(name, observer);
      return { close: () => void streams.delete(name) };
    },
  };
  const watch = new CollisionWatch((id) => moved.push(id));
  return { watch, moved, streams, set: (id: string, refs: readonly ObjectRef[]) => watch.set(id, refs, cluster) };
}
const object = (version: string, extra: object = {}): KubeObject => ({ ...refOf('web'), metadata: { name: 'web', uid: 'u', resourceVersion: version, ...extra } });

test('Its status may change as it likes; another owner, or its end, wakes the revision', () => {
  const { set, moved, streams } = open();
  set('web-1', [refOf('web')]);
  const stream = streams.get('web');
  stream?.changed(object('1'));
  stream?.synced();
  stream?.changed(object('2', { annotations: { 'example.com/seen': 'now' } }));
  expect(moved).toEqual([]);
  stream?.changed(object('3', { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'c' }] }));
  stream?.removed(refOf('web'), '4');
  expect(moved).toEqual(['web-1', 'web-1']);
});

test('One that is gone before the stream is open wakes the revision', () => {
  const { set, moved, streams } = open();
  set('web-1', [refOf('web')]);
  streams.get('web')?.synced();
  expect(moved).toEqual(['web-1']);
});

test('What is out of the way is watched no more; thousands of collisions open a few streams', () => {
  const { watch, set, streams } = open();
  set('web-1', [refOf('a'), refOf('b')]);
  set('web-1', [refOf('b')]);
  expect([...streams.keys()]).toEqual(['b']);
  set('web-1', Array.from({ length: 3000 }, (_, index) => refOf(`many-${index}`)));
  expect(streams.size).toBe(20);
  watch.close();
  expect(streams.size).toBe(0);
});
