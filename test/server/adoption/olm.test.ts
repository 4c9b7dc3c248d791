/**
 * An operator of OLM (v0), taken over: no object, no custom resource and no Pod is made anew, nothing of OLM is left on them, a run that was
 * broken off is gone on with by the same command, and the next version of the bundle goes on.
 */
import { activeKeepers, adoptOlm, beginObjects, beginOlm, type OlmAdoption } from '../../../lib/adoption';
import { type KubeObject, refOf, type ResolvedRevision } from '../../../lib/api';
import { renderBundle } from '../../../lib/bundle';
import { compile } from '../../../lib/revision';
import { applyRevision, type Outcome, type WriteOptions } from '../../../lib/runtime';
import { definition, deployment, errors, files, readFiles, serviceVersion } from '../../lib/formats/sample';
import { boxcutter, buildCommand } from '../cli/command';
import { actions, Bench, unique } from '../support/extension';
import { isEstablished } from './custom-kinds';
import { idOf, managersOf, whatRuns } from './helm-bench';
import { defineOlm, knownToCollector, Olm } from './olm-operator';

jest.setTimeout(90_000);

const RBAC = 'rbac.authorization.k8s.io/v1';
const group = `${unique('olm')}.example`;
const crd = `sites.${group}`;

let bench: Bench;
let olm: Olm;
beforeAll(async () => {
  const opened = await Bench.open('olm-kinds');
  // They stay, as for all tests of a run: others have objects of these kinds.
  await defineOlm(opened.otherClient.cluster);
  await knownToCollector(opened.otherClient, opened.namespace);
  await opened.close();
}, 90_000);
beforeEach(async () => {
  bench = await Bench.open('olm');
  olm = new Olm(bench.otherClient.cluster, { namespace: bench.namespace, name: 'web', csv: 'web.v1.0.0' });
});
afterEach(async () => {
  const { otherClient } = bench;
  const ref = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd };
  await otherClient.delete(ref);
  await otherClient.until(ref, (live) => live === undefined);
  for (const [apiVersion, kind] of CLUSTER_KINDS) {
    const { objects } = await otherClient.cluster.list({ apiVersion, kind });
    const its = objects.filter(({ metadata: { name = '' } }) => name.includes(bench.namespace));
    await Promise.all(its.map(({ metadata: { name = '' } }) => otherClient.delete({ apiVersion, kind, name })));
  }
  await bench.close();
});

const CLUSTER_KINDS = [
  [RBAC, 'ClusterRole'], [RBAC, 'ClusterRoleBinding'], ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'],
] as const;

const place = (): Pick<WriteOptions, 'cluster' | 'stateNamespace'> => ({ cluster: bench.cluster, stateNamespace: bench.namespace });

const begun = async (): Promise<OlmAdoption> => {
  const adoption = await beginOlm({ subscription: 'web', namespace: bench.namespace }, place());
  if ('isAdopted' in adoption) throw new Error('it is adopted already');
  return adoption;
};

async function adopted(signal = AbortSignal.timeout(40_000)): Promise<Outcome> {
  return adoptOlm(await begun(), { ...place(), signal });
}

/** OLM is at work: it does its part as soon as its version is to go. */
async function cleaningUp(): Promise<readonly string[]> {
  await bench.otherClient.until(olm.versionRef, (version) => version?.metadata.deletionTimestamp !== undefined);
  return olm.cleanUp();
}

const inNamespace = (apiVersion: string, kind: string, name: string, content: object = {}): KubeObject => (
  { apiVersion, kind, metadata: { name, namespace: bench.namespace }, ...content });
const inCluster = (apiVersion: string, kind: string, name: string, content: object = {}, labels: Record<string, string> = {}): KubeObject => (
  { apiVersion, kind, metadata: { name: `${name}-${bench.namespace}`, labels }, ...content });

/** Everything that OLM makes of a version with a definition, a Deployment, permissions in the namespace and in the cluster, and a webhook. */
async function installed(): Promise<readonly KubeObject[]> {
  const { namespace } = bench;
  const { csv } = olm.names;
  await olm.create(inNamespace('operators.coreos.com/v1', 'OperatorGroup', 'group', { spec: { targetNamespaces: [namespace] } }), 'olm');
  const { subscription, version } = await olm.subscribe();
  await olm.create(inNamespace('operators.coreos.com/v1alpha1', 'InstallPlan', 'install-abcde', { spec: { approved: true } }), 'catalog', subscription);
  const template = definition(crd) as unknown as KubeObject;
  const noted = { ...template.metadata, annotations: { 'operatorframework.io/installed-alongside-5f3c': `${namespace}/${csv}` } };
  const made = [await olm.install({ ...template, metadata: noted }, 'catalog', { isOfVersion: false })];
  await bench.otherClient.until(refOf(template), isEstablished);
  const rules = (resource: string): object => ({ rules: [{ apiGroups: [''], resources: [resource], verbs: ['get', 'list'] }] });
  const account = { subjects: [{ kind: 'ServiceAccount', name: 'web', namespace }] };
  const bound = (kind: string, name: string): object => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name }, ...account });
  const { spec } = deployment('web') as { spec: { template: { metadata: object; spec: { containers: object[] } } } };
  const pods = {
    metadata: {
      ...spec.template.metadata,
      annotations: { 'olm.operatorGroup': 'group', 'olm.operatorNamespace': namespace, 'olm.targetNamespaces': namespace },
    },
    spec: {
      serviceAccountName: 'web',
      containers: spec.template.spec.containers.map((one) => ({ ...one, env: [{ name: 'OPERATOR_CONDITION_NAME', value: csv }] })),
    },
  };
  const webhook = {
    name: `check.${group}`, admissionReviewVersions: ['v1'], sideEffects: 'None', failurePolicy: 'Ignore',
    clientConfig: { service: { name: 'web-service', namespace, path: '/check' } },
    rules: [{ apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE'], resources: ['sites'] }],
  };
  const byCatalog = [
    inNamespace('v1', 'ServiceAccount', 'web'),
    inNamespace(RBAC, 'Role', `${csv}-5d8f`, rules('configmaps')), inNamespace(RBAC, 'RoleBinding', `${csv}-5d8f`, bound('Role', `${csv}-5d8f`)),
    inCluster(RBAC, 'ClusterRole', csv, rules('namespaces')), inCluster(RBAC, 'ClusterRoleBinding', csv, bound('ClusterRole', `${csv}-${namespace}`)),
  ];
  const byOlm = [
    inNamespace('apps/v1', 'Deployment', 'web', { spec: { ...spec, replicas: 2, revisionHistoryLimit: 1, template: pods } }),
    inNamespace('v1', 'Service', 'web-service', { spec: { selector: { app: 'web' }, ports: [{ name: '443', port: 443, targetPort: 443 }] } }),
    inCluster(RBAC, 'ClusterRole', `${crd}-v1-admin`, rules('configmaps'), { 'olm.opgroup.permissions/aggregate-to-admin': group }),
    inCluster('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', `check.${group}`, { webhooks: [webhook] }),
  ];
  for (const object of byCatalog) made.push(await olm.install(object, 'catalog'));
  for (const object of byOlm) made.push(await olm.install(object, 'olm'));
  // What only OLM needs, and leaves behind: its condition belongs to the version, and the role to the condition.
  await olm.create(inNamespace('operators.coreos.com/v2', 'OperatorCondition', csv), 'olm', version);
  const site = await bench.otherClient.apply(inNamespace(`${group}/v1`, 'Site', 'first'));
  await bench.otherClient.until(bench.ref('Deployment', 'web', 'apps/v1'), (live) => (
    (live?.['status'] as { readonly availableReplicas?: number } | undefined)?.availableReplicas === 2));
  return [...made, { ...site, apiVersion: `${group}/v1`, kind: 'Site' }];
}

const live = async ({ apiVersion, kind, metadata }: KubeObject): Promise<KubeObject> => (
  { ...await bench.otherClient.get(refOf({ apiVersion, kind, metadata })), apiVersion, kind });
const uidsOf = (objects: readonly KubeObject[]): Record<string, string> => (
  Object.fromEntries(objects.map((object) => [idOf(object), object.metadata.uid ?? ''])));
const generationsOf = (objects: readonly KubeObject[]): Record<string, number> => Object.fromEntries(
  objects.map((object) => [idOf(object), (object.metadata as { readonly generation?: number }).generation ?? 0]));
const MARK = /^(?:olm\.(?!operatorframework\.io)|operators\.coreos\.com|operatorframework\.io\/installed-alongside)/;
const marksOn = ({ metadata: { labels, annotations } }: KubeObject): string[] =>
  Object.keys({ ...labels, ...annotations }).filter((key) => MARK.test(key));

/** The next version of the bundle, which has no webhook any more. */
function nextRevision(): ResolvedRevision {
  const { namespace } = bench;
  const csv = serviceVersion({
    version: '1.1.0', installModes: [{ type: 'OwnNamespace', supported: true }],
    customresourcedefinitions: { owned: [{ name: crd, version: 'v1', kind: 'Site' }] },
    install: {
      strategy: 'deployment',
      spec: {
        deployments: [deployment('web')],
        permissions: [{ serviceAccountName: 'web', rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }],
        clusterPermissions: [{ serviceAccountName: 'web', rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list'] }] }],
      },
    },
  }, { name: 'web.v1.1.0', annotations: { 'alm-examples': `[{"apiVersion":"${group}/v1","kind":"Site"}]` } });
  const read = readFiles(files({ 'manifests/sites.yaml': JSON.stringify(definition(crd)), 'manifests/web.clusterserviceversion.yaml': JSON.stringify(csv) }));
  expect(errors(read)).toEqual([]);
  const { objects, findings } = renderBundle(read.bundle!, { installNamespace: namespace, certificates: 'none', config: { watchNamespace: namespace } });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return compile({ extension: 'web', packageName: 'web', version: '1.1.0', namespace, objects }).compiled!.resolved;
}

test('a whole operator: the same objects, custom resources and Pods, nothing of OLM on them, and the next version of the bundle goes on', async () => {
  const before = await installed();
  const running = await whatRuns(bench);
  const [outcome, swept] = await Promise.all([adopted(), cleaningUp()]);
  expect(outcome).toMatchObject({ status: 'complete', revision: 1, version: '1.0.0' });
  expect(actions(outcome).filter((action) => !action.endsWith(': Adopted'))).toEqual([]);
  // All but the custom resource, which is the user's.
  expect(actions(outcome)).toHaveLength(before.length - 1);
  // OLM has found nothing to delete, neither by labels nor by owners.
  expect(swept).toEqual([]);

  const after = await Promise.all(before.map(live));
  expect(uidsOf(after)).toEqual(uidsOf(before));
  const now = await whatRuns(bench);
  expect(now.uids).toEqual(running.uids);
  expect(Object.keys(now.uids).filter((id) => id.startsWith('Pod/'))).toHaveLength(2);
  // No annotation of the Deployment changes; what adopting it adds is one, and the server counts that.
  const counted = Object.entries(now.generations).filter(([id, generation]) => generation !== running.generations[id]);
  expect(counted).toEqual([['Deployment/web', (running.generations['Deployment/web'] ?? 0) + 1]]);
  const stepped = Object.entries(generationsOf(after)).filter(([id, generation]) => generation !== generationsOf(before)[id] && id !== 'Deployment/web');
  expect(stepped).toEqual([]);

  const ours = after.filter(({ kind }) => kind !== 'Site');
  expect(ours.flatMap(marksOn)).toEqual([]);
  expect(ours.flatMap(({ metadata: { ownerReferences = [] } }) => ownerReferences)).toEqual([]);
  expect(ours.flatMap(managersOf).filter((manager) => /^(?:olm|catalog) /.test(manager))).toEqual([]);
  // The template says what OLM has said, or the Pods would be made anew.
  const web = after.find(({ kind }) => kind === 'Deployment') as unknown as { spec: { template: { metadata: { annotations: object } } } };
  expect(web.spec.template.metadata.annotations).toMatchObject({ 'olm.operatorGroup': 'group' });

  const exists = (apiVersion: string, kind: string, name: string): Promise<boolean> => bench.otherClient.exists(bench.ref(kind, name, apiVersion));
  const left = await Promise.all([
    exists('operators.coreos.com/v1alpha1', 'Subscription', 'web'), exists('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'web.v1.0.0'),
    exists('operators.coreos.com/v1', 'OperatorGroup', 'group'), exists('operators.coreos.com/v2', 'OperatorCondition', 'web.v1.0.0'),
  ]);
  expect(left).toEqual([false, false, true, true]);
  expect(await beginOlm({ subscription: 'web', namespace: bench.namespace }, place())).toMatchObject({ extension: 'web', isAdopted: true });

  const next = await applyRevision(nextRevision(), { ...place(), signal: AbortSignal.timeout(40_000) });
  expect(next).toMatchObject({ status: 'complete', revision: 2, version: '1.1.0' });
  const changes = [...next.result.phases.flatMap(({ objects }) => objects), ...next.result.removed]
    .map(({ ref: { kind, name }, action }) => `${action} ${kind} ${/^(?:web\.v|olm\.)/.test(name) ? '' : name.replaceAll(bench.namespace, 'NS').replaceAll(group, 'GROUP')}`.trim());
  expect(changes.sort()).toMatchSnapshot();
  const kept = await Promise.all(before.filter(({ kind }) => ['CustomResourceDefinition', 'Site', 'ServiceAccount', 'Deployment'].includes(kind)).map(live));
  expect(kept.map((object) => uidsOf(before)[idOf(object)])).toEqual(kept.map(({ metadata: { uid } }) => uid));
});

test('broken off after the Subscription has gone: the same command goes on, though the roles have lost their labels, and OLM takes nothing along', async () => {
  const before = await installed();
  // OLM does not answer: its version stays, until the run gives up.
  const giveUp = new AbortController();
  const first = expect(adopted(giveUp.signal)).rejects.toMatchObject({ code: 'olm-unwritten', hint: expect.stringContaining('the same command') as string });
  await bench.otherClient.until(olm.versionRef, (version) => version?.metadata.deletionTimestamp !== undefined);
  giveUp.abort(new Error('no time left'));
  await first;
  expect(await bench.otherClient.exists(olm.subscriptionRef)).toBe(false);
  const roles = await Promise.all(before.filter(({ kind }) => kind === 'ClusterRole').map(live));
  expect(roles.flatMap(marksOn)).toEqual([]);

  const again = await begun();
  expect([again.subscription, again.version?.metadata.name, again.operator.version.name]).toEqual([undefined, 'web.v1.0.0', 'web.v1.0.0']);
  const [outcome, swept] = await Promise.all([adoptOlm(again, { ...place(), signal: AbortSignal.timeout(40_000) }), cleaningUp()]);
  expect([outcome.status, outcome.revision, swept]).toEqual(['complete', 1, []]);
  expect(actions(outcome)).toHaveLength(before.length - 1);
  const after = await Promise.all(before.map(live));
  expect(uidsOf(after)).toEqual(uidsOf(before));
  expect(after.flatMap(marksOn)).toEqual([]);
});

test('objects of a version that is there are not taken by their labels: the message has the command that takes the operator over', async () => {
  await installed();
  const selector = `operators.coreos.com/web.${bench.namespace}`;
  const { taking, keepers } = await beginObjects({ extension: 'web', namespace: bench.namespace, from: { selector } }, place());
  expect(keepers.map(({ ref: { kind, name }, stop }) => [kind, name, stop]))
    .toEqual([['ClusterServiceVersion', 'web.v1.0.0', `boxcutter adopt olm web -n ${bench.namespace}`]]);
  expect(taking.revision.phases.flatMap(({ objects }) => objects.flatMap(({ object }) => marksOn(object)))).toEqual([]);
  expect(await activeKeepers([inNamespace('v1', 'ConfigMap', 'free')], bench.cluster)).toEqual([]);
});

describe('by the command', () => {
  // A build after a change, beside other tests.
  beforeAll(buildCommand, 300_000);

  test('a plan first; then the Subscription and the version go; a second time it says that this is done', async () => {
    const { namespace } = bench;
    await olm.subscribe({ finalizer: false });
    const before = [
      await olm.install(inNamespace('v1', 'ServiceAccount', 'web'), 'catalog'),
      await olm.install(inCluster(RBAC, 'ClusterRole', 'web', { rules: [] }), 'catalog'),
    ];
    const run = (...args: readonly string[]) => boxcutter(['adopt', 'olm', 'web', '-n', namespace, ...args]);
    const planned = await run('--plan');
    expect(planned).toMatchObject({
      code: 10, stderr: expect.stringContaining('Subscription web and ClusterServiceVersion web.v1.0.0 would be deleted; what they own stays.') as string,
    });
    expect(planned.stdout).toContain('catalog (OLM (catalog operator)), Update: what it holds of 2 objects becomes ours');
    expect(await bench.otherClient.exists(olm.subscriptionRef)).toBe(true);
    expect(await run()).toMatchObject({ code: 0 });
    expect(uidsOf(await Promise.all(before.map(live)))).toEqual(uidsOf(before));
    expect([await bench.otherClient.exists(olm.subscriptionRef), await bench.otherClient.exists(olm.versionRef)]).toEqual([false, false]);
    expect(await run()).toMatchObject({ code: 0, stdout: 'The operator of Subscription web is adopted already: it is extension web.\n' });
    const missing = await boxcutter(['adopt', 'olm', 'nope', '-n', namespace]);
    expect(missing.code).toBe(2);
    expect(missing).toBeOneMessage();
    expect(await boxcutter(['delete', 'web', '-n', namespace])).toMatchObject({ code: 0 });
  });
});
