import type { ObjectRef } from '../../../../lib/api';
import { findNamed } from '../../../../lib/runtime';

const ref = (apiVersion: string, kind: string, name: string, namespace?: string): ObjectRef =>
  ({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) });
const web = ref('apps/v1', 'Deployment', 'web', 'shop');
const webHere = ref('v1', 'ConfigMap', 'web', 'shop');
const webThere = ref('v1', 'ConfigMap', 'web', 'other');
const policy = ref('networking.k8s.io/v1', 'NetworkPolicy', 'closed', 'shop');
const ours = ref('example.com/v1', 'Event', 'e', 'shop');
const core = ref('v1', 'Event', 'e', 'shop');
const role = ref('rbac.authorization.k8s.io/v1', 'ClusterRole', 'web');
const refs = [web, webHere, webThere, policy, ours, core, role];

test.each<[string, string | undefined, ObjectRef]>([
  ['Deployment/web', undefined, web],
  ['deployment/web', undefined, web],
  ['deployments/web', undefined, web],
  ['deployment.apps/web', undefined, web],
  ['Deployment.v1.apps/web', undefined, web],
  ['networkpolicies/closed', undefined, policy],
  ['clusterrole/web', 'shop', role],
  ['ConfigMap/web', 'shop', webHere],
  ['configmaps/web', 'other', webThere],
  ['Event.example.com/e', undefined, ours],
  ['event.v1/e', undefined, core],
  ['Deployment/web', 'elsewhere', web],
])('%s in %p', (name, namespace, expected) => {
  expect(findNamed([name, name], refs, namespace)).toEqual([expected]);
});

test.each<[string, string | undefined, string, RegExp, RegExp]>([
  ['Deployment/wbe', undefined, 'object-unknown', /^The extension has no object Deployment\/wbe\.$/, /^Did you mean Deployment\/web\?$/],
  ['deploy/web', undefined, 'object-unknown', /deploy\/web/, /^Did you mean Deployment\/web, ConfigMap\/web, ClusterRole\/web\?$/],
  ['Secret/keys', undefined, 'object-unknown', /Secret\/keys/, /^It has Deployment\/web, ConfigMap\/web, NetworkPolicy\/closed/],
  ['NetworkPolicy/open', undefined, 'object-unknown', /NetworkPolicy\/open/, /^It has NetworkPolicy\/closed\.$/],
  ['ConfigMap/web', undefined, 'object-ambiguous', /^ConfigMap\/web may be ConfigMap shop\/web or ConfigMap other\/web\.$/, /`namespace`/],
  ['ConfigMap/web', 'elsewhere', 'object-ambiguous', /may be/, /`namespace`/],
  ['Event/e', undefined, 'object-ambiguous', /Event shop\/e \(example\.com\/v1\) or Event shop\/e \(v1\)/, /event\.example\.com\/e/],
  ['web', undefined, 'object-name', /^"web" names no object\.$/, /Deployment\/web/],
  ['Deployment/', undefined, 'object-name', /names no object/, /Deployment\/web/],
])('%s in %p is refused: %s', (name, namespace, code, message, hint) => {
  const find = (): unknown => findNamed([name], refs, namespace);
  expect(find).toThrow(expect.objectContaining({ code, category: 'input', message: expect.stringMatching(message), hint: expect.stringMatching(hint) }));
});

test('all mistakes are listed, and what to do about them is said once', () => {
  const find = (): unknown => findNamed(['Deployment/web', 'Deployment/x', 'Deployment/y'], [web]);
  expect(find).toThrow(expect.objectContaining({ message: 'The extension has no object Deployment/x.\nThe extension has no object Deployment/y.', hint: 'It has Deployment/web.' }));
});
