/** What a plan says of an object that only former content had. */
import { keyOf, type KubeObject, type ObjectRef } from '../../../../lib/api';
import type { Answer, ObjectAction, Removal } from '../../../../lib/engine';
import type { DataLoss } from '../../../../lib/guards';
import { planRemoval, type RemovingRun } from '../../../../lib/runtime/plan/planned-removal';

const ref: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'old' };
const removal: Removal = { key: keyOf(ref), ref, order: 0, phase: 'deploy', orphan: false };
const owner = { apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'boxcutter.web', uid: 'head' };
const run: RemovingRun = {
  standing: { presence: 'absent', isGone: false }, isStopped: false, revision: 2, owned: true,
  context: { owner, strategy: { type: 'native' }, siblings: [], fieldManager: 'boxcutter' },
};
const present = (settled?: ObjectAction): RemovingRun =>
  ({ ...run, standing: { presence: 'present', isGone: false, ...(settled === undefined ? {} : { settled }) } });
const controlledBy = ({ namespace: _, ...controller }: typeof owner): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: {
    name: 'old', namespace: 'shop', uid: 'uid-old', ownerReferences: [{ ...controller, controller: true }],
    managedFields: [{ manager: 'boxcutter', operation: 'Apply', fieldsV1: ownerFields(controller.uid) }],
  },
});
const ownerFields = (uid: string) => ({ 'f:metadata': { 'f:ownerReferences': { [`k:{"uid":"${uid}"}`]: {} } } });

async function plan(seen: RemovingRun, answer?: Answer, losses: readonly DataLoss[] = [], of = removal) {
  let reads = 0;
  const get = (): Promise<Answer> => {
    reads += 1;
    return answer === undefined ? Promise.reject(new Error('nothing was to be read')) : Promise.resolve(answer);
  };
  return { ...await planRemoval(of, seen, { get }, losses), reads };
}

const RELEASED = { action: 'Released', cause: { type: 'unmanaged' } } as const;
const COLLISION = { action: 'Collision', cause: { type: 'owner-recreated', controller: { ...owner, text: 'boxcutter.web' } } } as const;

describe('the run has seen it', () => {
  test.each<[string, RemovingRun, object]>([
    ['it is deleted', present(), { action: 'delete' }],
    ['another client manages it: it lives on', present(RELEASED), { action: 'release', because: RELEASED }],
    [
      'it names a head that was made anew: the apply would fail',
      present(COLLISION), { action: 'collision', because: COLLISION },
    ],
  ])('%s', async (_, seen, planned) => {
    expect(await plan(seen)).toEqual({ ref, ...planned, reads: 0 });
  });
});

test('a run that was stopped reads nothing more: what is not known to be gone has to go', async () => {
  expect(await plan({ ...run, isStopped: true })).toEqual({ ref, action: 'delete', reads: 0 });
});

test('a run that has looked for it by name says that it is gone', async () => {
  expect(await plan({ ...run, standing: { presence: 'absent', isGone: true } })).toEqual({ ref, action: 'gone', reads: 0 });
});

describe('a stream by label did not show it: it is read', () => {
  const other = { ...owner, kind: 'Deployment', name: 'web', uid: 'other' };
  test.each<[string, Answer, string]>([
    ['it is not there', { type: 'gone' }, 'gone'],
    ['its kind is served no more', { type: 'unserved' }, 'gone'],
    ['the server does not answer: it has to go as far as is known', { type: 'lost', message: 'cut' }, 'delete'],
    ['it lives and is ours', { type: 'object', object: controlledBy(owner), created: false }, 'delete'],
    ['it lives and another controller has it', { type: 'object', object: controlledBy(other), created: false }, 'release'],
  ])('%s', async (_, answer, action) => {
    expect(await plan(run, answer)).toMatchObject({ ref, action, reads: 1 });
  });
});

describe('what would go with it', () => {
  const loss = (lost: ObjectRef): DataLoss => ({ ref: lost, contents: [{ kind: 'Secret', count: 1, examples: ['shop/a'] }] });

  test('its own loss is named, not that of another object', async () => {
    expect(await plan(present(), undefined, [loss({ ...ref, name: 'other' }), loss(ref)])).toMatchObject({ action: 'delete', loss: loss(ref) });
    expect(await plan(present(), undefined, [loss({ ...ref, name: 'other' })])).not.toHaveProperty('loss');
  });

  test('of an object that is let live, nothing goes', async () => {
    expect(await plan(present(), undefined, [loss(ref)], { ...removal, orphan: true })).toEqual({ ref, action: 'orphan', reads: 0 });
  });
});
