/** What a plan says of one object, from what the dry run has found out about it. */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import type { Comparison, ObjectAction } from '../../../../lib/engine';
import { planObject, type Examined, type PlanAction } from '../../../../lib/runtime/plan/planned-object';

const ref: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const settings = (data: Readonly<Record<string, string>>, more: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop', ...more }, data });
const compared = (live: KubeObject, wouldBe: KubeObject): Comparison => ({ key: '/ConfigMap/shop/settings', live, wouldBe });

const CHANGED = compared(settings({ size: '1' }), settings({ size: '2' }));
const SAME = compared(settings({ size: '1' }), settings({ size: '1' }));

function plan(action: ObjectAction, more: Partial<Examined> = {}) {
  return planObject({
    result: { ...action, ref, phase: 'deploy' }, standing: undefined, item: { brought: false, dependent: false },
    desired: settings({ size: '2' }), comparison: undefined, ...more,
  });
}

const interference = [{ manager: 'hpa', path: 'data.size' }];

test.each<[ObjectAction, PlanAction]>([
  [{ action: 'Created' }, 'create'],
  [{ action: 'Updated' }, 'change'],
  [{ action: 'Recovered', interference }, 'recover'],
  [{ action: 'Adopted' }, 'adopt'],
  [{ action: 'HandedOver' }, 'hand-over'],
  [{ action: 'Unchanged' }, 'unchanged'],
  [{ action: 'Released', cause: { type: 'newer-revision' } }, 'release'],
  [{ action: 'Waiting', cause: { type: 'being-deleted', finalizers: [] } }, 'wait'],
])('what would be %j is planned as %s', (action, planned) => {
  expect(plan(action, { comparison: CHANGED }).action).toBe(planned);
});

test('a change names the fields that the server would really change', () => {
  expect(plan({ action: 'Updated' }, { comparison: CHANGED })).toEqual({
    ref, action: 'change', changes: [expect.objectContaining({ path: ['data', 'size'], before: '1', after: '2' })],
  });
});

describe('the server has said that a write would change nothing', () => {
  test.each<ObjectAction>([{ action: 'Updated' }, { action: 'Recovered', interference }])('%j is then unchanged', (action) => {
    expect(plan(action, { comparison: SAME })).toEqual({ ref, action: 'unchanged', changes: [] });
  });

  test('an object that is taken over is still taken over', () => {
    expect(plan({ action: 'Adopted' }, { comparison: SAME }).action).toBe('adopt');
  });
});

test('a repair says who changed what', () => {
  expect(plan({ action: 'Recovered', interference }, { comparison: CHANGED })).toMatchObject({ action: 'recover', interference });
});

test('a collision comes with its cause, a refusal with the words of the server', () => {
  const controller = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'u', text: 'Deployment web' };
  const cause = { type: 'controlled', controller } as const;
  expect(plan({ action: 'Collision', cause })).toMatchObject({ action: 'collision', because: { action: 'Collision', cause } });
  const status = { code: 422, reason: 'Invalid', message: 'the server said no', causes: [] };
  const refused = { action: 'Failed', cause: { type: 'refused', ref, request: 'dry-run', status } } as const;
  expect(plan(refused)).toMatchObject({ ref, action: 'refused', because: { cause: { status } }, changes: [] });
});

test('a create shows the object as it would be sent, without what is secret', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'settings', namespace: 'shop' }, stringData: { token: 'hunter2' } };
  const { object } = plan({ action: 'Created' }, { desired: secret });
  expect(object).toMatchObject({ kind: 'Secret', metadata: { name: 'settings' } });
  expect(JSON.stringify(object)).not.toContain('hunter2');
});

describe('the server could not be asked', () => {
  const waiting = { presence: 'absent', isGone: false, isDeferred: false, waiting: { type: 'refused', message: 'its webhook is not ready' } } as const;
  test.each<[string, Partial<Examined>, string]>([
    ['its kind is part of the revision', { item: { brought: true, dependent: false } }, 'its namespace or its kind is part of this revision'],
    ['its kind is part of an earlier phase', { item: { brought: false, dependent: true } }, 'its namespace or its kind is part of this revision'],
    [
      'the server would refuse it now', { standing: { ...waiting, isDeferred: true } },
      'the server would refuse it now; an earlier phase may change that',
    ],
    ['it waits for something', { standing: waiting }, 'its webhook is not ready'],
    ['nothing is known', {}, 'the server has not been asked'],
  ])('%s: the plan says why', (_, examined, notAsked) => {
    expect(plan({ action: 'Created' }, examined).notAsked).toBe(notAsked);
  });

  test('it was asked, or nothing would be written: there is nothing to say', () => {
    expect(plan({ action: 'Updated' }, { comparison: CHANGED })).not.toHaveProperty('notAsked');
    expect(plan({ action: 'Unchanged' })).not.toHaveProperty('notAsked');
  });
});

test('of a paused object the plan says what would be done, and that nothing is written', () => {
  const item = { brought: false, dependent: false, paused: true } as const;
  expect(plan({ action: 'Created' }, { item })).toMatchObject({ action: 'create', paused: true });
  expect(plan({ action: 'Created' }, { item })).not.toHaveProperty('notAsked');
  expect(plan({ action: 'Unchanged' }, { item })).not.toHaveProperty('paused');
});
