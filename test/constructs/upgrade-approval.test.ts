import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { ClusterExtension, UpgradeGate } from '../../lib';

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
