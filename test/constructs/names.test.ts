/** Names and selectors stay from revision to revision: they do not depend on version, number or phase. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { KubeObject } from '../../lib/api';
import { Phase, type Revision, type RevisionProps } from '../../constructs';
import { configMap, manifestOf, revisionOf } from './synthesis';

function declareWeb(revision: Revision): kplus.Deployment {
  const settings = configMap(revision, 'settings');
  const web = new kplus.Deployment(new Construct(revision, 'group'), 'web', { replicas: 1, containers: [{ image: 'web:1', portNumber: 8080 }] });
  web.exposeViaService();
  web.node.addDependency(settings);
  return web;
}

type WithSelector = KubeObject & { readonly spec?: { readonly selector?: unknown; readonly template?: { readonly metadata?: unknown } } };

/** Identity and selectors of everything in a revision. */
function identities(revision: Revision): unknown[] {
  return manifestOf(revision)
    .spec.phases.flatMap(({ objects }) => objects.map(({ object }) => object as unknown as WithSelector))
    .map(({ kind, metadata, spec }) => [kind, metadata.namespace, metadata.name, spec?.selector, spec?.template?.metadata])
    .sort();
}

const plain = identities(revisionOf(declareWeb));

test('cdk8s-plus constructs go in unchanged, with names from the ids', () => {
  expect(plain).toHaveLength(3);
  expect(JSON.stringify(plain)).toContain('web-group-web');
});

test.each<[string, RevisionProps]>([
  ['the version', { version: '2.0.0' }],
  ['the number', { number: 7 }],
  ['the package name', { packageName: 'other' }],
])('raising or changing %s changes no name and no selector', (_, props) => {
  expect(identities(revisionOf(declareWeb, props))).toEqual(plain);
});

test('moving an object to another phase changes no name and no selector', () => {
  for (const phase of ['first', 'second']) {
    const revision = revisionOf((it) => void new Phase(it, phase).add(declareWeb(it)));
    expect(manifestOf(revision).spec.phases.map(({ name }) => name)).toContain(phase);
    expect(identities(revision)).toEqual(plain);
  }
});

test('objects of cluster-scoped kinds do not get the namespace of the revision', () => {
  const revision = revisionOf((it) => {
    const role = new kplus.ClusterRole(it, 'role');
    role.allowRead(kplus.ApiResource.PODS);
    role.bind(new kplus.ServiceAccount(it, 'account'));
  });
  const { phases } = manifestOf(revision).spec;
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object as unknown as KubeObject & { subjects?: unknown }));
  expect(Object.fromEntries(objects.map(({ kind, metadata }) => [kind, metadata.namespace]))).toEqual({
    ServiceAccount: 'web-system',
    ClusterRole: undefined,
    ClusterRoleBinding: undefined,
  });
  expect(objects.find(({ kind }) => kind === 'ClusterRoleBinding')?.subjects).toMatchObject([{ namespace: 'web-system' }]);
});
