/** Replicas and age of an object, whatever controllers wrote into it. */
import type { KubeObject } from '../../../../lib/api';
import { vitalsOf } from '../../../../lib/runtime/status/vitals';

const object = (kind: string, spec: unknown, status?: unknown): KubeObject => ({ apiVersion: 'v1', kind, metadata: { name: 'a' }, spec, status });

test.each<[what: string, object: KubeObject, ready: number | undefined, wanted: number | undefined]>([
  ['a Deployment', object('Deployment', { replicas: 3 }, { readyReplicas: 2 }), 2, 3],
  ['a Deployment that was only just made', object('Deployment', { replicas: 3 }), 0, 3],
  ['a Deployment of none', object('Deployment', { replicas: 0 }, {}), 0, 0],
  ['a DaemonSet', object('DaemonSet', {}, { desiredNumberScheduled: 5, numberReady: 4 }), 4, 5],
  ['a DaemonSet that no controller has looked at', object('DaemonSet', {}), undefined, undefined],
  ['a Job', object('Job', { completions: 2 }, { succeeded: 1 }), 1, 2],
  ['a Job of one Pod', object('Job', {}), 0, 1],
  ['a Job whose end is no number', object('Job', { parallelism: 4 }, { succeeded: 1 }), undefined, undefined],
  ['a Pod', object('Pod', { containers: [{}, {}] }, { containerStatuses: [{ ready: true }, { ready: false }] }), 1, 2],
  ['a custom resource that counts', object('Cache', { replicas: 2 }, { readyReplicas: 2 }), 2, 2],
  ['a custom resource that does not', object('Cache', { replicas: 'two' }), undefined, undefined],
  ['a ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: {} }, undefined, undefined],
  ['what has no sense', object('Pod', [], 'x'), undefined, undefined],
])('%s', (_what, given, ready, wanted) => {
  expect(vitalsOf(given).replicas).toEqual(ready === undefined ? undefined : { ready, wanted });
});

test('its age is that of its creation', () => {
  const at = '2026-01-01T00:00:00Z';
  const made = { ...object('ConfigMap', {}), metadata: { name: 'a', creationTimestamp: at } } as KubeObject;
  expect(vitalsOf(made)).toEqual({ createdAt: at });
});
