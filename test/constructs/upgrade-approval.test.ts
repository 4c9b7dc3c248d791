import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { ClusterExtension, Probe, UpgradeGate } from '../../lib';

test('who decides about upgrades, and what a failed one leads to', () => {
  const chart = new Chart(new App(), 'chart');
  new ClusterExtension(chart, 'shop', {
    namespace: 'shop', source: { packageName: 'shop' }, onUpgradeFailure: 'Rollback',
    upgradeApproval: { mode: 'Automatic', within: 'Patch', windows: [{ schedule: '0 2 * * SAT', durationMinutes: 240, timeZone: 'Europe/Berlin' }] },
  });
  expect(Testing.synth(chart)).toMatchObject([{ spec: {
    onUpgradeFailure: 'Rollback', upgradeApproval: { mode: 'Automatic', within: 'Patch', windows: [{ schedule: '0 2 * * SAT', durationMinutes: 240 }] },
  } }]);
});

test('a gate is an annotation of its object; what is none is a mistake', () => {
  const chart = new Chart(new App(), 'chart');
  const object = new ApiObject(chart, 'database', { apiVersion: 'shop.example/v1', kind: 'Database' });
  UpgradeGate.on(object, 'Upgradeable', 'Migrating=False');
  expect(Testing.synth(chart)).toMatchObject([{ metadata: { annotations: { 'olm.operatorframework.io/upgrade-gate': 'Upgradeable,Migrating=False' } } }]);
  UpgradeGate.on(object, 'Upgradeable=Maybe');
  expect(object.node.validate()).toEqual([expect.stringContaining('"Upgradeable=Maybe" is no upgrade gate')]);
});

test('a gate of conditions and probes is one of assertions', () => {
  const chart = new Chart(new App(), 'chart');
  const object = new ApiObject(chart, 'database', { apiVersion: 'shop.example/v1', kind: 'Database' });
  UpgradeGate.on(object, 'Upgradeable', Probe.cel('self.status.pending == 0', 'work is pending'));
  const [{ metadata }] = Testing.synth(chart) as [{ readonly metadata: { readonly annotations: Readonly<Record<string, string>> } }];
  expect(JSON.parse(metadata.annotations['olm.operatorframework.io/upgrade-gate'] ?? '')).toEqual([
    { type: 'ConditionEqual', conditionEqual: { type: 'Upgradeable', status: 'True' } }, { type: 'CEL', cel: { rule: 'self.status.pending == 0', message: 'work is pending' } },
  ]);
  UpgradeGate.on(object, Probe.cel('self.(', 'm'));
  expect(object.node.validate()).toEqual(expect.arrayContaining([expect.stringContaining('is no upgrade gate: [0].cel.rule')]));
});
