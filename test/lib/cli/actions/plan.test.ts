import { verdict } from '../../../../lib/cli/actions/operation/show-plan';
import type { Plan, PlannedObject } from '../../../../lib/runtime';

const planned = (kind: string, name: string, action: PlannedObject['action'], more: Partial<PlannedObject> = {}): PlannedObject => ({
  ref: { apiVersion: 'v1', kind, namespace: 'shop', name }, action, changes: [], ...more,
});
const planOf = (objects: readonly PlannedObject[], more: Partial<Plan> = {}): Plan => ({
  extension: 'shop', revision: 2, newRevision: true, current: { revision: 1 }, phases: [{ name: 'deploy', objects }], removals: [], warnings: [], crdUpgrades: [], crdRefused: false, changes: true, paused: false, dataLoss: false, digest: '', ...more,
});

describe('the exit code of a plan', () => {
  const one = (action: PlannedObject['action'], more: Partial<Plan> = {}): Plan => planOf([
    planned('ConfigMap', 'a', action),
    planned('ConfigMap', 'b', 'refused'),
  ].slice(0, action === 'collision' ? 2 : 1), more);
  test.each<[string, Plan, 'interrupted' | 'timeout' | undefined, number]>([
    ['nothing to do', one('unchanged', { changes: false }), undefined, 0],
    ['changes', one('change'), undefined, 10],
    ['a collision wins over a refusal', one('collision'), undefined, 4],
    ['a refusal', one('refused'), undefined, 1],
    ['data would be lost', one('change', { dataLoss: true }), undefined, 6],
    ['data would be lost, and a collision: an apply meets the guard first', one('collision', { dataLoss: true }), undefined, 6],
    ['paused, data would be lost: an apply only reports', one('change', { dataLoss: true, paused: true }), undefined, 3],
    ['paused', one('change', { paused: true }), undefined, 3],
    ['paused, and nothing to do', one('unchanged', { changes: false, paused: true }), undefined, 0],
    ['the server went away', one('change', { unreachable: 'no answer', incomplete: 'out of time' }), 'timeout', 1],
    ['out of time', one('change', { incomplete: 'out of time' }), 'timeout', 3],
    ['interrupted', one('change', { incomplete: 'interrupted' }), 'interrupted', 130],
  ])('%s', (_what, plan, ended, code) => {
    expect(verdict(plan, ended).exit).toBe(code);
  });
});
