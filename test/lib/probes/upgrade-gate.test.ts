import type { KubeObject } from '../../../lib/api';
import { closedGate, faultOfUpgradeGate, upgradeGateOf } from '../../../lib/probes';

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
  ['what cannot be read is closed', object('Upgradeable=Maybe'), 'its annotation olm.operatorframework.io/upgrade-gate cannot be read: it is like Upgradeable, or Migrating=False, or a JSON list of assertions, as probes have them'],
])('%s', (_name, of, expected) => expect(closedGate(of)).toBe(expected));

const pending = JSON.stringify([{ type: 'CEL', cel: { rule: 'self.status.pending == 0', message: 'work is pending' } }]);
const database = (text: string, status: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'shop.example/v1', kind: 'Database', metadata: { name: 'a', annotations: { 'olm.operatorframework.io/upgrade-gate': text }, ...metadata }, status }) as KubeObject;

test.each<[string, KubeObject, string]>([
  ['open', database(pending, { pending: 0 }), ''],
  ['closed', database(pending, { pending: 2 }), 'work is pending'],
  ['without an answer', database(pending, {}), expect.stringContaining('cannot be evaluated') as string],
  ['of a status that is behind', database(pending, { pending: 0, observedGeneration: 1 }, { generation: 2 }), 'its controller has not seen the latest change yet'],
  ['beside a condition', database(upgradeGateOf(['Upgradeable,Migrating=False'], [{ type: 'FieldValue', fieldValue: { fieldPath: 'status.phase', value: 'Idle' } }]), {
    phase: 'Busy', conditions: [{ type: 'Upgradeable', status: 'True' }, { type: 'Migrating', status: 'True' }],
  }), expect.stringMatching(/^Migrating is True; .*status.phase/) as string],
])('assertions: %s', (_name, of, expected) => expect(closedGate(of)).toEqual(expected));

test.each<[string, unknown]>([
  ['', 'it is like Upgradeable, or Migrating=False, or a JSON list of assertions, as probes have them'],
  ['[{', expect.stringContaining('a JSON list of assertions')],
  ['[]', expect.anything()],
  ['[{"type":"CEL","cel":{"rule":"self.(","message":"m"}}]', expect.stringContaining('[0].cel.rule')],
  ['[{"type":"Nothing"}]', expect.stringContaining('[0].type')],
  [upgradeGateOf(['Upgradeable=Unknown'], [{ type: 'KindDefault' }]), expect.stringContaining('status')],
])('what is no gate: %s', (text, expected) => expect(faultOfUpgradeGate(text)).toEqual(expected));
