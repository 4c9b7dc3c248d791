import picocolors from 'picocolors';
import { renderExplanation } from '../../../../../lib/cli/output/extension/explain';
import type { Explanation } from '../../../../../lib/runtime';

const paint = picocolors.createColors(false);

test('an explanation: the reason first, then what it rests on, then what to do', () => {
  const explanation: Explanation = {
    stored: {
      head: { extension: 'shop', revisions: [{ number: 3, version: '1.1.0', digest: '', at: '' }], inventory: [] },
      uid: '',
      resourceVersion: '',
      ref: { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'x' },
    },
    revision: 3, well: false, phase: 'deploy', pending: [{ name: 'publish', objects: 2 }], more: 0, notes: ['Events in namespace shop could not be looked at: forbidden.'],
    objects: [{
      ref: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        namespace: 'shop',
        name: 'web',
      }, phase: 'deploy', well: false, action: 'Unchanged', reason: '0 of 1 replicas are available', exists: true,
      conditions: [{ type: 'Available', status: 'False', reason: 'Minimum', since: 'A' }, { type: 'Progressing', status: 'True' }],
      pods: {
        through: ['ReplicaSet web-1'],
        troubles: [],
        total: 1,
        ready: 0,
        wanted: 3,
        older: [{ of: 'ReplicaSet web-0', total: 3, ready: 2 }],
        uids: [],
        pods: [{ namespace: 'shop', name: 'web-1-a', reasons: ['container web waits: ImagePullBackOff'], restarted: false, ended: false }],
      },
      events: [{ type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull', count: 4, at: 'B' }],
      changed: [{ path: 'spec.replicas', manager: 'hpa', at: 'C' }], managers: [
        { manager: 'boxcutter', operation: 'Apply' },
        { manager: 'hpa', operation: 'Update', at: 'C' },
      ],
      hints: [{ code: 'image-pull', text: 'The image cannot be pulled.' }],
    }],
  };
  const text = renderExplanation(explanation, {
    paint,
    named: false,
    record: 'incomplete',
    status: 'boxcutter status shop -n shop',
    ago: (at) => `<${at}>`,
  }).join('\n');
  expect(text).toBe(`shop revision 3 (version 1.1.0): not as it should be
state in namespace shop, record says incomplete

✗ Deployment shop/web  (phase deploy)
    0 of 1 replicas are available.
  Pods
    0 of 3 ready, 1 exists (through ReplicaSet web-1)
    2 of 3 ready of the older ReplicaSet web-0: they still serve
    Pod web-1-a: container web waits: ImagePullBackOff
  conditions
    Available is False for <A>: Minimum
  changed by others
    spec.replicas  by hpa, <C> ago
  events
    <B> ago  Warning  Failed ×4: Error: ErrImagePull
  last written by
    hpa (Update, <C> ago)
  what to do
    → The image cannot be pulled.

Phase deploy is not complete. These phases wait for it: publish (2 objects)

Events in namespace shop could not be looked at: forbidden.`);

  const named = renderExplanation(explanation, { paint, named: true, record: 'incomplete', status: '', ago: (at) => `<${at}>` });
  expect(named[0]).toBe('shop revision 3 (version 1.1.0): Deployment shop/web is not as it should be');
});
