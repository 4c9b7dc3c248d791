/** The plan for programs. */
import { planDocument } from '../../../../../lib/cli/output/plan/document';
import type { Plan } from '../../../../../lib/runtime';

const plan: Plan = {
  extension: 'shop', revision: 1, newRevision: true, phases: [], removals: [], warnings: [], crdUpgrades: [], crdRefused: false,
  changes: true, paused: false, dataLoss: false, digest: '',
};
const facts = { full: false, requests: { get: 1 }, durationMs: 1.6 };

test('hooks of a chart that are not run are in it; what is no chart has no such field', () => {
  const hooksNotRun = [{ kind: 'Job', name: 'cleanup', events: ['pre-delete'] }];
  expect(planDocument(plan, { ...facts, hooksNotRun })).toMatchObject({ requests: { get: 1 }, durationMs: 2, hooksNotRun });
  expect(planDocument(plan, facts)).not.toHaveProperty('hooksNotRun');
});
