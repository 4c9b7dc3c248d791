/** What counts as of an operator of OLM, by its labels. */
import { isLabelled, operatorLabel } from '../../../../lib/adoption/olm/owned';
import { isOlmMark } from '../../../../lib/adoption/take/olm-marks';

const [long, namespace] = ['cluster-kube-descheduler-operator', 'openshift-kube-descheduler-ops'];
const isIts = (labels: Readonly<Record<string, string>>, packageName = 'web', where = 'shop'): boolean => (
  isLabelled({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels } }, 'web.v1', packageName, where));
const operator = { 'operators.coreos.com/web.shop': '' };

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['the version owns it', { 'olm.owner': 'web.v1', 'olm.owner.namespace': 'shop' }, true],
  ['the label of the operator', operator, true],
  ['both', { ...operator, 'olm.owner': 'web.v1' }, true],
  ['another version owns it', { ...operator, 'olm.owner': 'till.v1' }, false],
  ['a version of that name in another namespace', { ...operator, 'olm.owner': 'web.v1', 'olm.owner.namespace': 'till' }, false],
  ['an owner in another namespace that has no name', { ...operator, 'olm.owner.namespace': 'till' }, false],
  ['neither', { app: 'web' }, false],
])('%s', (_what, labels, expected) => {
  expect(isIts(labels)).toBe(expected);
});

test('a label that was cut is that of another operator, too: alone it is no evidence', () => {
  const label = operatorLabel(long, namespace);
  expect(label).toBe(operatorLabel(long, 'openshift-kube-descheduler-operator'));
  expect(isIts({ [label]: '' }, long, namespace)).toBe(false);
  expect(isIts({ [label]: '', 'olm.owner': 'web.v1', 'olm.owner.namespace': namespace }, long, namespace)).toBe(true);
  expect(isIts({ [label]: '', 'olm.owner': 'desched.v1', 'olm.owner.namespace': 'openshift-kube-descheduler-operator' }, long, namespace)).toBe(false);
});

test.each([
  ['olm.owner', true], ['olm.operatorNamespace', true], ['olm.operatorgroup.uid/1', true], ['olm.opgroup.permissions/aggregate-to-admin', true], ['operators.coreos.com/web.shop', true],
  ['operatorframework.io/installed-alongside-1', true], ['olm.example.com/tier', false], ['olm.operatorframework.io/owners', false], ['app', false],
])('%s is a mark of OLM: %s', (name, expected) => {
  expect(isOlmMark(name)).toBe(expected);
});
