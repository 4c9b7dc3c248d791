/** What the server has filled in, and what is wanted now excludes: it becomes ours, so that the next apply removes it. */
import type { KubeObject } from '../../../../lib/api';
import { besideExcluded, claimOf, withoutClaimed, withoutExcluded } from '../../../../lib/engine/fields';

type Fields = Readonly<Record<string, unknown>>;

const API: Readonly<Record<string, string>> = { Service: 'v1', CronJob: 'batch/v1' };
const of = (kind: string, spec: object, ours: Fields = {}, theirs: Fields = {}): KubeObject => ({
  apiVersion: API[kind] ?? 'apps/v1', kind,
  metadata: {
    name: 'a', namespace: 'n',
    managedFields: [
      { manager: 'boxcutter', operation: 'Apply', apiVersion: API[kind] ?? 'apps/v1', fieldsV1: { 'f:spec': ours } },
      { manager: 'other', operation: 'Update', fieldsV1: { 'f:spec': theirs } },
    ],
  },
  spec,
}) as unknown as KubeObject;
const claimed = (wanted: KubeObject, live: KubeObject): unknown => claimOf(wanted, live, 'boxcutter');
const asked = (wanted: KubeObject, live: KubeObject): unknown => besideExcluded(wanted, live, 'boxcutter')['spec'];
const shown = (stored: object, wanted: KubeObject, live: KubeObject): unknown => (
  withoutExcluded({ ...live, spec: stored } as KubeObject, wanted, live, 'boxcutter')['spec']
);

const rolling = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };

describe('the strategy of a Deployment', () => {
  const recreate = of('Deployment', { replicas: 1, strategy: { type: 'Recreate' } });

  test('that becomes Recreate: what the server had filled in is claimed; everything else can be asked about before', () => {
    const live = of('Deployment', { replicas: 2, strategy: rolling });
    expect(claimed(recreate, live)).toEqual({ 'f:spec': { 'f:strategy': { 'f:rollingUpdate': {} } } });
    expect(asked(recreate, live)).toEqual({ replicas: 1, strategy: { type: 'RollingUpdate' } });
    expect(shown({ replicas: 1, strategy: rolling }, recreate, live)).toEqual({ replicas: 1, strategy: { type: 'Recreate' } });
  });

  test.each<[string, KubeObject]>([
    ['we hold that already, so that an apply removes it', of('Deployment', { strategy: rolling }, { 'f:strategy': { 'f:rollingUpdate': { 'f:maxSurge': {} } } })],
    ['it is Recreate already', of('Deployment', { strategy: { type: 'Recreate' } })],
    ['it is not there', of('Deployment', {})],
  ])('is left alone where %s', (_what, live) => {
    expect(claimed(recreate, live)).toBeUndefined();
    expect(asked(recreate, live)).toBe(recreate['spec']);
  });

  test('of which another client holds a part: it becomes ours alone', () => {
    const theirs = { 'f:paused': {}, 'f:strategy': { 'f:type': {}, 'f:rollingUpdate': { '.': {}, 'f:maxSurge': {} } } };
    const live = of('Deployment', { strategy: rolling }, {}, theirs);
    const claim = claimOf(recreate, live, 'boxcutter') ?? {};
    expect(claim).toEqual({ 'f:spec': { 'f:strategy': { 'f:rollingUpdate': {} } } });
    expect(withoutClaimed({ 'f:spec': theirs }, claim)).toEqual({ 'f:spec': { 'f:paused': {}, 'f:strategy': { 'f:type': {} } } });
    expect(withoutClaimed({ 'f:spec': { 'f:strategy': { 'f:rollingUpdate': { 'f:maxSurge': {} } } } }, claim)).toBeUndefined();
    expect(withoutClaimed({ 'f:spec': { 'f:strategy': {} } }, claim)).toEqual({ 'f:spec': { 'f:strategy': {} } });
  });

  test('that goes on rolling, or is left to the server, claims nothing', () => {
    for (const spec of [{ strategy: { type: 'RollingUpdate' } }, { strategy: {} }, {}]) {
      expect(claimed(of('Deployment', spec), of('Deployment', { strategy: rolling }))).toBeUndefined();
    }
  });
});

test('the strategy of a StatefulSet that becomes OnDelete', () => {
  const live = of('StatefulSet', { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } } });
  expect(claimed(of('StatefulSet', { updateStrategy: { type: 'OnDelete' } }), live)).toEqual({ 'f:spec': { 'f:updateStrategy': { 'f:rollingUpdate': {} } } });
});

test('a Service without affinity has no settings for it', () => {
  const live = of('Service', { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } });
  const wanted = of('Service', { sessionAffinity: 'None', type: 'ClusterIP' });
  expect(claimed(wanted, live)).toEqual({ 'f:spec': { 'f:sessionAffinityConfig': {} } });
  expect(asked(wanted, live)).toEqual({ sessionAffinity: 'ClientIP', type: 'ClusterIP' });
  expect(claimed(of('Service', { type: 'ClusterIP' }), live)).toBeUndefined();
});

describe('a volume', () => {
  const pods = (...volumes: readonly object[]): object => ({ template: { spec: { volumes } } });

  test('that gets a source loses the one that the server had given it', () => {
    const live = of('Deployment', pods({ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }));
    const wanted = of('Deployment', pods({ name: 'b', emptyDir: {} }, { name: 'a', configMap: { name: 'c' } }, { name: 'new', emptyDir: {} }));
    expect(claimed(wanted, live)).toEqual({ 'f:spec': { 'f:template': { 'f:spec': { 'f:volumes': { 'k:{"name":"a"}': { 'f:emptyDir': {} } } } } } });
    expect(asked(wanted, live)).toEqual(pods({ name: 'b', emptyDir: {} }, { name: 'a', emptyDir: {} }, { name: 'new', emptyDir: {} }));
    expect(shown(asked(wanted, live) as object, wanted, live)).toEqual(wanted['spec']);
  });

  test('of a CronJob, too', () => {
    const job = (volume: object): object => ({ jobTemplate: { spec: pods(volume) } });
    expect(claimed(of('CronJob', job({ name: 'a', hostPath: { path: '/x' } })), of('CronJob', job({ name: 'a', emptyDir: {} })))).toBeDefined();
  });

  test('whose source we hold, or that names none, claims nothing', () => {
    const ours = { 'f:template': { 'f:spec': { 'f:volumes': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:emptyDir': {} } } } } };
    const live = pods({ name: 'a', emptyDir: {} });
    expect(claimed(of('Deployment', pods({ name: 'a', configMap: { name: 'c' } })), of('Deployment', live, ours))).toBeUndefined();
    expect(claimed(of('Deployment', pods({ name: 'a' })), of('Deployment', live))).toBeUndefined();
  });
});

test('kinds that others define claim nothing, and nor does a state of another version', () => {
  const wanted = of('Deployment', { strategy: { type: 'Recreate' } });
  const live = of('Deployment', { strategy: rolling });
  expect(claimed({ ...wanted, apiVersion: 'example.com/v1' }, { ...live, apiVersion: 'example.com/v1' })).toBeUndefined();
  expect(claimed({ ...wanted, apiVersion: 'apps/v2' }, live)).toBeUndefined();
});
