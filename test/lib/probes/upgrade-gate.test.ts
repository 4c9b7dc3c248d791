import type { KubeObject } from '../../../lib/api';
import { closedGate, parseUpgradeGate } from '../../../lib/probes';

const object = (gate: string | undefined, conditions?: readonly object[]): KubeObject => ({
  apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...(gate === undefined ? {} : { annotations: { 'olm.operatorframework.io/upgrade-gate': gate } }) },
  ...(conditions === undefined ? {} : { status: { conditions } }),
}) as KubeObject;

test.each<[string, KubeObject, string | undefined]>([
  ['no gate', object(undefined), undefined],
  ['open', object('Upgradeable', [{ type: 'Upgradeable', status: 'True' }]), ''],
  ['closed, with its message', object('Upgradeable', [{ type: 'Upgradeable', status: 'False', message: 'migrates' }]), 'condition "Upgradeable" is not "True" (migrates)'],
  ['not there yet', object('Upgradeable'), 'missing condition "Upgradeable"'],
  ['of several, each one that is closed', object('Upgradeable, Migrating=False', [{ type: 'Migrating', status: 'True' }]), 'missing condition "Upgradeable" and condition "Migrating" is not "False"'],
  ['what cannot be read is closed', object('Upgradeable=Maybe'), 'its annotation olm.operatorframework.io/upgrade-gate cannot be read: it is like Upgradeable, or Migrating=False'],
])('%s', (_name, of, expected) => expect(closedGate(of)).toBe(expected));

test('an empty list is none', () => expect(parseUpgradeGate('')).toBeUndefined());
