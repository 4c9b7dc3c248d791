/** Under which resource, and in which namespace, RBAC sees an object. */
import type { KubeObject } from '../../../../lib/api';
import { placeObjects, type PlacementOptions } from '../../../../lib/guards/permissions/resources';

const object = (apiVersion: string, kind: string, namespace?: string, content: object = {}): KubeObject =>
  ({ apiVersion, kind, metadata: { name: 'x', ...(namespace === undefined ? {} : { namespace }) }, ...content });
const definition = (apiVersion: string, scope: string): KubeObject =>
  object(apiVersion, 'CustomResourceDefinition', undefined, { spec: { group: 'example.com', scope, names: { kind: 'Ox', plural: 'oxen' } } });
const served = [{ apiVersion: 'example.com/v1', kind: 'Ox', resource: 'cattle', namespaced: false, verbs: ['create'] }];

function placed(objects: readonly KubeObject[], options: PlacementOptions = {}): readonly unknown[] {
  const { placed: [first], issues } = placeObjects(objects, options);
  return [`${first?.group ?? ''}/${first?.resource ?? ''}`, first?.namespace, issues.map(({ code, severity }) => `${severity} ${code}`)];
}

test.each<[string, readonly KubeObject[], PlacementOptions, string, string, readonly string[]]>([
  ['a built-in kind', [object('apps/v1', 'Deployment', 'shop')], {}, 'apps/deployments', 'shop', []],
  ['without a namespace it is where the package goes', [object('v1', 'ConfigMap')], { installNamespace: 'shop' }, '/configmaps', 'shop', []],
  ['an empty namespace is none', [object('v1', 'ConfigMap', '')], { installNamespace: 'shop' }, '/configmaps', 'shop', []],
  ['nowhere to go', [object('v1', 'ConfigMap')], {}, '/configmaps', '', ['error missing-namespace']],
  ['a kind without namespaces, whatever it names', [object('v1', 'Namespace', 'shop')], { installNamespace: 'shop' }, '/namespaces', '', []],
  ['a kind of the package', [object('example.com/v1', 'Ox'), definition('apiextensions.k8s.io/v1', 'Namespaced')], { installNamespace: 'shop' }, 'example.com/oxen', 'shop', []],
  ['it counts before what is served', [object('example.com/v1', 'Ox', 'shop'), definition('apiextensions.k8s.io/v1', 'Namespaced')], { kinds: served }, 'example.com/oxen', 'shop', []],
  ['a kind of the package on the whole cluster', [object('example.com/v1', 'Ox', 'shop'), definition('apiextensions.k8s.io/v1', 'Cluster')], {}, 'example.com/oxen', '', []],
  ['what only looks like a definition', [object('example.com/v1', 'Ox', 'shop'), definition('example.com/v1', 'Namespaced')], {}, 'example.com/oxs', 'shop', ['warning resource-guessed', 'warning resource-guessed']],
  ['a kind that is served', [object('example.com/v2', 'Ox', 'shop')], { kinds: served }, 'example.com/cattle', '', []],
  ['a guess, with a namespace', [object('example.com/v1', 'Ox', 'shop')], {}, 'example.com/oxs', 'shop', ['warning resource-guessed']],
  ['a guess, without', [object('example.com/v1', 'Ox')], { installNamespace: 'shop' }, 'example.com/oxs', '', ['warning resource-guessed']],
])('%s', (_, objects, options, resource, namespace, findings) => {
  expect(placed(objects, options)).toEqual([resource, namespace, findings]);
});
