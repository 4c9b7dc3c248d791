/**
 * The controllers with the rights that their manifests give them, and no others: nothing that they do is refused, and each right is used.
 * What the API server recorded of their service account is the evidence.
 */
import { randomBytes } from 'node:crypto';
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { BLOCKING_OWNERS, CLUSTER_RULES, IMPERSONATION, NAMESPACE_RULES, REVIEW_RULES } from '../../../../lib/controller-package/objects/rbac';
import { startFaultProxy, type FaultProxy } from '../../../../lib/testing';
import { BUILD_TIMEOUT, helmProgram } from '../../../lib/formats/helm/helm';
import type { Running } from '../../cli/command';
import { clusterCatalog, extension, PublishedCatalog, revision } from '../fleet';
import { installObjectSets, OperatorController, setRef } from '../inherited/operator-controller';
import { ownPlane } from './plane';

const NAMESPACE = 'olmv1-system';
const ACCOUNT = `system:serviceaccount:${NAMESPACE}:boxcutter-controller`;
const plane = ownPlane('rights');
const ref = (apiVersion: string, kind: string, name: string): ObjectRef => ({ apiVersion, kind, name, namespace: 'shop' });
const settings = ref('v1', 'ConfigMap', 'settings');
const API_VERSION = 'olm.operatorframework.io/v1';
const apply = (kind: string, name: string, spec: object): Promise<KubeObject> => (
  plane.other.apply({ apiVersion: API_VERSION, kind, metadata: { name }, spec })
);
const asked = (version: string): object => ({ namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'web', version } } });

/** What the extensions of this test are made of; the controllers have no right to it by themselves. */
const EXTENSION_RULES = [
  // Before its definition goes: are there any?
  ...['web', 'shelf', 'plank', 'left', 'plain'].map((name) => ({ apiGroups: [`${name}.rights.example`], resources: [`${name}s`] })),
  { apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] },
  { apiGroups: ['apps'], resources: ['deployments'] },
  { apiGroups: [''], resources: ['configmaps', 'serviceaccounts'] },
  { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'] },
].map((rule) => ({ ...rule, verbs: ['create', 'delete', 'get', 'list', 'patch', 'watch'] }));

const left = (name: string): KubeObject => (
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data: { version: '1' } }
);

/** What operator-controller has installed of an extension, and left behind. */
async function leaveObjectSet(): Promise<void> {
  await installObjectSets(plane.other);
  const upstream = new OperatorController(plane.other, NAMESPACE, await apply('ClusterExtension', 'left', {
    namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'left', version: '1.0.0' } },
  }));
  const objects = ['left', 'left-more'].map(left);
  const set = await upstream.set({ kind: 'ClusterObjectSet', number: 1, objects, version: '1.0.0', packageName: 'left' });
  for (const one of objects) await upstream.write(one, set, 1);
}

let proxy: FaultProxy | undefined;
let replica: (name: string, ...flags: readonly string[]) => Running;
let first: Running;
let second: Running;
let catalogRef: string;
let said = '';

beforeAll(async () => {
  const manifests = await plane.run([
    'controller', 'manifests', '--image', 'registry.example/boxcutter:1.0.0', '--no-cluster-admin', '--metrics-certificate', 'tls',
  ]);
  const install = ['apply', '-', '--name', 'boxcutter-controller', '-n', NAMESPACE, '--state-namespace', 'default', '--timeout', '60s'];
  const installed = await plane.run(install, { stdin: manifests.stdout });
  if (installed.code !== 0) throw new Error(installed.stderr);
  for (const name of ['shop', 'observer']) await plane.other.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const labels = { 'olm.operatorframework.io/aggregate-to-controller': 'true' };
  await plane.other.apply({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'web-extension', labels }, rules: EXTENSION_RULES });
  const catalog = new PublishedCatalog(plane, 'shop');
  // More than is written into a revision itself.
  const text = randomBytes(400_000).toString('base64');
  const object = (version: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { version, text } });
  await catalog.bundle('web', '1.0.0', { objects: [object('1')] });
  await catalog.bundle('web', '1.1.0', { objects: [object('2')] });
  catalog.package('web', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'web.v1.0.0' }] });
  await catalog.bundle('left', '1.0.0', { objects: ['left', 'left-more'].map(left) });
  catalog.package('left', { stable: [{ name: '1.0.0' }] });
  await catalog.bundle('plank', '1.0.0');
  await catalog.bundle('plain', '1.0.0', { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain' } }] });
  catalog.package('plain', { stable: [{ name: '1.0.0' }] });
  await catalog.bundle('shelf', '1.0.0', { dependencies: [{ type: 'olm.package', value: { packageName: 'plank', version: '>=1.0.0' } }] });
  for (const name of ['plank', 'shelf']) catalog.package(name, { stable: [{ name: '1.0.0' }] });
  catalogRef = await catalog.push();
  await leaveObjectSet();
  const server = plane.kubeconfigWith(await plane.tokenOf(NAMESPACE, 'boxcutter-controller'));
  // As a server before 1.34 answers, which streams no lists; and misfortunes that make the controllers look again.
  const lost = { nth: 1, fault: { type: 'drop-answer' } } as const;
  proxy = await startFaultProxy({
    target: server,
    rules: [
      {
        match: { path: /sendInitialEvents/ },
        fault: { type: 'answer', answer: { type: 'status', code: 422, reason: 'Invalid', message: 'sendInitialEvents: Forbidden: sendInitialEvents is forbidden' } },
      },
      { match: { verb: 'create', resource: 'leases.coordination.k8s.io' }, ...lost },
      { match: { verb: 'create', resource: 'secrets' }, ...lost },
      { match: { verb: 'create', resource: 'clusterextensionrevisions.olm.operatorframework.io' }, ...lost },
      ...['clustercatalogs', 'clusterextensions'].map((kind) => (
        { match: { resource: `${kind}.olm.operatorframework.io`, subresource: 'status' }, nth: 1, fault: { type: 'answer', answer: { type: 'conflict' } } } as const
      )),
    ],
  });
  replica = (name, ...flags) => plane.start([
    'controller', 'run', '--namespace', NAMESPACE, '--health-address', '127.0.0.1:0', '--metrics-address', '127.0.0.1:0', '--metrics-authorize',
    '--catalogs-address', '127.0.0.1:0', '--catalogs-directory', `${plane.scratch.path}/${name}`, ...flags,
  ], name === 'first' && proxy !== undefined ? proxy.kubeconfig : server);
  first = replica('first');
  first.child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await first.printed(/"reconciling"/);
  second = replica('second');
  await second.printed(/"waiting for the lease"/);
}, 180_000);
afterAll(() => proxy?.close());

test('a catalog is pulled and served, switched off and on', async () => {
  const spec = { source: { type: 'Image', image: { ref: catalogRef } } };
  await apply('ClusterCatalog', 'shop', spec);
  await plane.until(clusterCatalog('shop'), 'Serving True Available');
  for (const _ of [1, 2]) {
    await apply('ClusterCatalog', 'shop', { ...spec, availabilityMode: 'Unavailable' });
    await plane.until(clusterCatalog('shop'), 'Serving False UserSpecifiedUnavailable');
    await apply('ClusterCatalog', 'shop', { ...spec, availabilityMode: 'Available' });
    await plane.until(clusterCatalog('shop'), 'Serving True Available');
  }
});

test('an extension is installed, upgraded and repaired', async () => {
  await apply('ClusterExtension', 'web', asked('1.0.0'));
  await plane.until(extension('web'), 'Installed True Succeeded');
  await apply('ClusterExtension', 'web', asked('1.1.0'));
  await plane.until(extension('web'), 'Progressing True Succeeded: Revision 1.1.0 is rolled out.');
  await plane.until(revision('web-1'), 'Progressing False Archived');
  await plane.other.delete(settings);
  await plane.other.until(settings, (live) => (live?.['data'] as { version?: string } | undefined)?.version === '2');
  await plane.other.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' }, data: { version: 'changed' } });
  await plane.other.until(settings, (live) => (live?.['data'] as { version?: string } | undefined)?.version === '2');
});

test('what operator-controller has left is taken over', async () => {
  await plane.until(extension('left'), 'Progressing True Succeeded: Revision 1.0.0 is rolled out.');
  await plane.other.until(setRef('ClusterObjectSet', 'left-1'), (live) => live === undefined);
  await plane.until(revision('left-2'), 'Progressing False Archived');
});

test('what an extension needs is installed, where it asks for that', async () => {
  await apply('ClusterExtension', 'shelf', {
    namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'shelf', dependencies: 'Install' } },
  });
  await plane.until(extension('shelf'), 'Installed True Succeeded');
  for (const name of ['shelf', 'plank']) {
    await plane.other.delete(extension(name));
    await plane.other.until(extension(name), (live) => live === undefined);
  }
});

test('metrics are read by those who may', async () => {
  const [, url = ''] = /"metrics":"([^"]+)"/.exec(said) ?? [];
  await plane.other.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'prometheus', namespace: 'observer' } });
  const token = await plane.tokenOf('observer', 'prometheus');
  const read = async (): Promise<number> => (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status;
  const other = await plane.tokenOf('observer', 'default');
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${other}` } })).status).toBe(403);
  await plane.other.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'prometheus' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'boxcutter-controller-metrics-reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'prometheus', namespace: 'observer' }],
  });
  expect(await read()).toBe(200);
});

test('another replica goes on, and takes the extension down', async () => {
  first.child.kill('SIGTERM');
  expect((await first.finished).code).toBe(0);
  await second.printed(/"reconciling"/);
  await plane.other.delete(extension('web'));
  await plane.other.until(extension('web'), (live) => live === undefined);
  second.child.kill('SIGTERM');
  expect((await second.finished).code).toBe(0);
});

test('with the feature gate off, helm installs an extension, and what it was given goes with it', async () => {
  const third = replica('third', '--feature-gates', 'BoxcutterRuntime=false', '--helm', helmProgram());
  await third.printed(/"reconciling"/);
  await apply('ClusterExtension', 'plain', { namespace: 'shop', source: { sourceType: 'Catalog', catalog: { packageName: 'plain' } } });
  await plane.until(extension('plain'), 'Installed True Succeeded');
  await plane.other.delete(extension('plain'));
  await plane.other.until(extension('plain'), (live) => live === undefined);
  await plane.other.delete(clusterCatalog('shop'));
  third.child.kill('SIGTERM');
  expect((await third.finished).code).toBe(0);
}, BUILD_TIMEOUT);

describe('what the API server recorded', () => {
  /** `verb resource.group/subresource` */
  const used = new Set<string>();
  const refused: string[] = [];

  beforeAll(async () => {
    const events = await plane.audit.events(({ user: { username } }) => username === ACCOUNT);
    for (const { verb, objectRef = {}, responseStatus, requestURI } of events) {
      if (responseStatus?.code === 403) refused.push(`${verb} ${requestURI}`);
      const { apiGroup = '', resource = '', subresource } = objectRef;
      used.add(`${verb} ${nameOf(apiGroup, subresource === undefined ? resource : `${resource}/${subresource}`)}`);
    }
  });

  test('no request was refused', () => {
    expect(refused).toEqual([]);
  });

  test('every right was used', () => {
    // No request shows them: a plugin that this server does not run asks, or the server itself does before an impersonated request.
    const unseen = new Set([...BLOCKING_OWNERS, ...IMPERSONATION].flatMap(rightsOf));
    const given = [...CLUSTER_RULES, ...REVIEW_RULES, ...NAMESPACE_RULES].flatMap(rightsOf);
    expect(given.filter((right) => !used.has(right) && !unseen.has(right))).toEqual([]);
  });
});

function rightsOf({ rule }: { readonly rule: object }): readonly string[] {
  const { apiGroups, resources, verbs } = rule as Rule;
  return apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${nameOf(group, resource)}`)));
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

function nameOf(group: string, resource: string): string {
  return group === '' ? resource : `${resource}.${group}`;
}
