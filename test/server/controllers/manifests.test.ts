/** What installs the controllers, on a real API server: it takes all of it, and its admission policies do what they are for. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { API_VERSION, LABEL_OWNER_NAME, refOf, SECRET_TYPE_CONTENT, type KubeObject } from '../../../lib/api';
import { controllerObjects } from '../../../lib/controller-package';
import { connect, type KubeCluster } from '../../../lib/kube';
import { scratchFolder } from '../cli/command';
import { kubeconfig, OtherClient, stored, unique } from '../support/extension';
import { installCrds } from '../support/controllers';
import { kubectlLine } from './kubectl';

const scratch = scratchFolder();
const namespace = unique('controller');
const label = unique('admitted');
let cluster: KubeCluster;
let other: OtherClient;
let objects: readonly KubeObject[];
beforeAll(async () => {
  cluster = await connect({ kubeconfig });
  other = new OtherClient(cluster);
  objects = controllerObjects({ namespace, config: { image: 'registry.test/boxcutter:1.0.0', metricsCertificate: 'tls' } });
  await installCrds(other);
  await other.apply(objects.find(({ kind }) => kind === 'Namespace') as KubeObject);
}, 60_000);
afterAll(async () => {
  for (const { kind, apiVersion } of objects.filter(isOfPolicies)) {
    for (const name of ['boxcutter-revisions', 'boxcutter-approval', 'boxcutter-content']) await other.delete({ apiVersion, kind, name: `${name}-${label}` });
  }
  await other.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
  cluster.close();
});

function isOfPolicies({ kind }: KubeObject): boolean {
  return kind.startsWith('ValidatingAdmissionPolicy');
}

test('the server takes every object', async () => {
  for (const object of objects.filter(({ kind }) => kind !== 'Namespace' && kind !== 'CustomResourceDefinition')) {
    const answer = await cluster.apply(object, { fieldManager: 'boxcutter-test', force: true, dryRun: true });
    expect([object.kind, object.metadata.name, answer.type, answer.type === 'refused' ? answer.status.message : ''])
      .toEqual([object.kind, object.metadata.name, 'object', '']);
  }
});

test('the pod template is one that its namespace takes', async () => {
  const { template } = objects.find(({ kind }) => kind === 'Deployment')?.['spec'] as { template: { metadata: object; spec: object } };
  const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: 'controller', namespace }, spec: template.spec };
  const account = objects.find(({ kind }) => kind === 'ServiceAccount') as KubeObject;
  await other.apply(account);
  expect(await cluster.create(pod, { dryRun: true })).toMatchObject({ type: 'object' });
  const privileged = { ...pod, spec: { ...template.spec, hostNetwork: true } };
  expect(await cluster.create(privileged, { dryRun: true })).toMatchObject({ type: 'refused', status: { code: 403 } });
});

describe('the admission policies', () => {
  const owner = (uid: string, kind = 'ClusterExtension', name = 'shop') => [{ apiVersion: API_VERSION, kind, name, uid, controller: true, blockOwnerDeletion: true }];
  const revision = (name: string, metadata: object = {}, spec: object = {}): KubeObject => ({
    apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', metadata: { name, labels: { [label]: 'yes', [LABEL_OWNER_NAME]: 'shop' }, ...metadata },
    spec: { lifecycleState: 'Paused', revision: 1, collisionProtection: 'Prevent', phases: [], ...spec },
  });
  const secret = (name: string, more: object = {}): KubeObject => ({
    apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace, labels: { [label]: 'yes' } }, type: SECRET_TYPE_CONTENT, ...more,
  });
  const refusal = (message: string) => ({ type: 'refused', status: { message: expect.stringContaining(message) as string } });

  // Only for objects with the label of this test: other tests have revisions of their own.
  beforeAll(async () => {
    for (const object of objects.filter(isOfPolicies)) {
      const name = `${object.metadata.name ?? ''}-${label}`;
      const spec = object['spec'] as object;
      const isBinding = object.kind.endsWith('Binding');
      const bound = { ...spec, policyName: name, matchResources: { objectSelector: { matchLabels: { [label]: 'yes' } } } };
      stored(await cluster.apply({ ...object, metadata: { name }, spec: isBinding ? bound : spec }, { fieldManager: 'boxcutter-test', force: true }));
    }
    // The server begins to ask them a little later.
    for (const object of [revision('probe', { ownerReferences: owner('u') }), secret('probe')]) {
      while ((await cluster.create(object, { dryRun: true })).type !== 'refused') await new Promise((resolve) => setImmediate(resolve));
    }
  }, 60_000);

  /** Who has the role of the package that lets approve upgrades, and nothing else. */
  async function asApprover<T>(work: (client: KubeCluster) => Promise<T>): Promise<T> {
    const user = unique('approver');
    const { rules } = objects.find(({ metadata }) => metadata.name === 'boxcutter-upgrade-approver') as KubeObject & { readonly rules: readonly object[] };
    const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: user } };
    await other.apply({ ...rbac, rules } as KubeObject);
    await other.apply({
      ...rbac, kind: 'ClusterRoleBinding', roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
    } as KubeObject);
    const client = await connect({ kubeconfig, as: user });
    try {
      return await work(client);
    } finally {
      client.close();
      for (const kind of ['ClusterRole', 'ClusterRoleBinding']) await other.delete({ apiVersion: rbac.apiVersion, kind, name: user });
    }
  }

  test('who may edit an extension does not decide that nobody is asked about its upgrades', async () => {
    const name = unique('free');
    const made = await other.apply({
      apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name, labels: { [label]: 'yes' } },
      spec: { namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'shop' } }, upgradeApproval: { mode: 'Manual' } },
    });
    const user = unique('editor');
    const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: user } };
    await other.apply({ ...rbac, rules: [{ apiGroups: ['olm.operatorframework.io'], resources: ['clusterextensions'], verbs: ['get', 'update', 'patch'] }] } as KubeObject);
    await other.apply({
      ...rbac, kind: 'ClusterRoleBinding', roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: user },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
    } as KubeObject);
    const editor = await connect({ kubeconfig, as: user });
    const spec = made['spec'] as { readonly upgradeApproval: object };
    const { upgradeApproval: _rule, ...without } = spec;
    const message = 'who decides about upgrades (spec.upgradeApproval) is changed to Manual by anybody';
    for (const freer of [{ ...spec, upgradeApproval: { mode: 'Automatic' } }, without]) {
      expect(await editor.replace({ ...made, spec: freer }, { dryRun: true })).toMatchObject(refusal(message));
      expect(await cluster.replace({ ...made, spec: freer }, { dryRun: true })).toMatchObject({ type: 'object' });
    }
    const labelled = { ...made, metadata: { ...made.metadata, labels: { ...made.metadata.labels, a: 'b' } } };
    expect(await editor.replace(labelled, { dryRun: true })).toMatchObject({ type: 'object' });
    const free = stored(await cluster.replace({ ...made, spec: { ...spec, upgradeApproval: { mode: 'Automatic', within: 'Patch' } } }));
    expect(await editor.replace({ ...free, spec }, { dryRun: true })).toMatchObject({ type: 'object' });
    editor.close();
    for (const kind of ['ClusterRole', 'ClusterRoleBinding']) await other.delete({ apiVersion: rbac.apiVersion, kind, name: user });
    await other.delete(refOf(made));
  });

  test('only the controller makes a revision one of a ClusterExtension', async () => {
    const name = unique('shop');
    const message = 'only the controller makes a revision one of a ClusterExtension';
    expect(await cluster.create(revision(name, { ownerReferences: owner('u1') }), { dryRun: true })).toMatchObject(refusal(message));
    const controller = await connect({ kubeconfig, as: `system:serviceaccount:${namespace}:boxcutter-controller`, asGroups: ['system:masters'] });
    // A real one: what names an owner that there is not is garbage, and is collected at once.
    const extension = await other.apply({
      apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name },
      spec: { namespace, source: { sourceType: 'Catalog', catalog: { packageName: 'shop' } } },
    });
    const owned = { ownerReferences: owner(extension.metadata.uid ?? '', 'ClusterExtension', name) };
    const made = stored(await controller.create(revision(name, owned)));
    expect((await cluster.replace({ ...made, metadata: { ...made.metadata, annotations: { a: 'b' } } }, { dryRun: true })).type).toBe('object');
    for (const key of ['olm.operatorframework.io/bundle-reference', 'olm.operatorframework.io/request', 'olm.properties', 'core.rukpak.io/bundle']) {
      expect(await cluster.replace({ ...made, metadata: { ...made.metadata, annotations: { [key]: 'evil' } } }, { dryRun: true })).toMatchObject(refusal('what a revision was made of does not change'));
    }
    let noted = stored(await controller.patch(refOf(made), [{ op: 'add', path: '/metadata/annotations', value: { 'olm.operatorframework.io/request': 'r' } }], 'boxcutter'));
    expect(await cluster.replace({ ...noted, metadata: { ...noted.metadata, annotations: {} } }, { dryRun: true })).toMatchObject(refusal('what a revision was made of does not change'));
    expect(await cluster.replace({ ...noted, metadata: { ...noted.metadata, ownerReferences: [] } }, { dryRun: true })).toMatchObject(refusal('a revision stays that of its ClusterExtension or BundleDeployment'));
    for (const path of ['/metadata/ownerReferences/0/name', '/metadata/ownerReferences/0/controller'] as const) {
      const value = path.endsWith('name') ? 'nope' : false;
      expect(await cluster.patch(refOf(noted), [{ op: 'replace', path, value }], 'mallory')).toMatchObject(refusal('a revision stays that of its ClusterExtension or BundleDeployment'));
    }
    const guarded = stored(await controller.patch(refOf(noted), [{ op: 'add', path: '/metadata/finalizers', value: ['olm.operatorframework.io/teardown'] }], 'boxcutter'));
    expect(await cluster.patch(refOf(guarded), [{ op: 'remove', path: '/metadata/finalizers' }], 'mallory')).toMatchObject(refusal('owners and finalizers are written by the controllers alone'));
    expect(await cluster.patch(refOf(guarded), [{ op: 'add', path: '/metadata/labels/shard', value: 'b' }], 'mallory')).toMatchObject(refusal('labels of a revision are those of its ClusterExtension'));
    expect(await cluster.patch(refOf(guarded), [{ op: 'add', path: '/spec/progressDeadlineMinutes', value: 10 }], 'mallory')).toMatchObject(refusal('what a revision rolls out does not change'));
    noted = stored(await controller.patch(refOf(guarded), [{ op: 'remove', path: '/metadata/finalizers' }], 'boxcutter'));
    const archived = { ...noted, spec: { ...noted['spec'] as object, lifecycleState: 'Archived' } };
    expect((await cluster.replace(archived, { dryRun: true })).type).toBe('object');
    await expect(asApprover((client) => client.replace(archived, { dryRun: true }))).resolves.toMatchObject(refusal('takes the right to update the ClusterExtension'));
    controller.close();
    const stolen = { ...noted, metadata: { ...noted.metadata, ownerReferences: owner('u2') } };
    expect(await cluster.replace(stolen, { dryRun: true })).toMatchObject(refusal(message));
    const { labels } = noted.metadata;
    expect(await cluster.replace({ ...noted, metadata: { ...noted.metadata, labels: { ...labels, [LABEL_OWNER_NAME]: 'other' } } }, { dryRun: true }))
      .toMatchObject(refusal('the label olm.operatorframework.io/owner-name of a revision does not change'));
    await other.delete({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name });
    await other.delete({ apiVersion: API_VERSION, kind: 'ClusterExtension', name });
  });

  test('revisions made by hand, and those of other kinds, pass', async () => {
    const labels = { [label]: 'yes' };
    expect((await cluster.create(revision(`${unique('hand')}-1`, { labels }), { dryRun: true })).type).toBe('object');
    expect((await cluster.create(revision(`${unique('other')}-1`, { labels, ownerReferences: owner('u', 'ConfigMap') }), { dryRun: true })).type).toBe('object');
  });

  test('a revision made by hand is changed by who may make revisions, and not by who may only approve', async () => {
    const made = stored(await cluster.create(revision(`${unique('hand')}-1`, { labels: { [label]: 'yes' } })));
    const change = (client: KubeCluster) => client.patch(refOf(made), [{ op: 'add', path: '/metadata/annotations', value: { 'olm.operatorframework.io/x': 'y' } }], 'kubectl');
    await expect(asApprover(change)).resolves.toMatchObject(refusal('takes the right to create revisions'));
    expect((await change(cluster)).type).toBe('object');
    await other.delete(refOf(made));
  });

  test('a revision made by hand has its number in its name, and the one that follows those that it takes over from', async () => {
    const name = unique('hand');
    const labels = { [label]: 'yes', [LABEL_OWNER_NAME]: name };
    const make = (end: string, number: number, previous: readonly string[] = []) => cluster.create(
      revision(`${name}${end}`, { labels }, { revision: number, previous: previous.map((one) => ({ name: `${name}${one}`, uid: 'u' })) }), { dryRun: true },
    );
    expect((await make('-1', 1)).type).toBe('object');
    expect((await make('-12', 12, ['-9', '-11'])).type).toBe('object');
    for (const [end, number] of [['', 1], ['-2', 1], ['-other-1', 1]] as const) {
      expect(await make(end, number)).toMatchObject(refusal('the name of a revision is that of its extension with its number: web-2'));
    }
    expect(await make('-13', 13, ['-9', '-11'])).toMatchObject(refusal('the number of a revision is that of the newest one in spec.previous plus one'));
    const unlabelled = { [label]: 'yes' };
    expect((await cluster.create(revision(`${name}-x-1`, { labels: unlabelled }), { dryRun: true })).type).toBe('object');
    expect(await cluster.create(revision(`${name}-x`, { labels: unlabelled }), { dryRun: true })).toMatchObject(refusal('the name of a revision'));
  });

  test('only those who have the right to approve upgrades approve them', async () => {
    const [name, role, editor, approver] = [unique('shop'), unique('role'), unique('editor'), unique('approver')];
    const pending: KubeObject = {
      apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', metadata: { name, labels: { [label]: 'yes' } },
      spec: {
        clusterExtensionRef: { name: 'shop' }, version: '1.1.0', bundleMetadata: { name: 'shop.v1.1.0', version: '1.1.0' },
        availableSince: '2026-01-01T00:00:00Z', approved: false,
      },
    };
    stored(await cluster.create(pending));
    const { rules } = objects.find(({ metadata }) => metadata.name === 'boxcutter-upgrade-approver') as KubeObject & { readonly rules: readonly { readonly verbs: readonly string[] }[] };
    const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const withoutVerb = rules.map((rule) => ({ ...rule, verbs: rule.verbs.filter((verb) => verb !== 'approve') }));
    for (const [user, allowed] of [[editor, withoutVerb], [approver, rules]] as const) {
      await other.apply({ ...rbac, metadata: { name: `${role}-${user}` }, rules: allowed });
      await other.apply({
        ...rbac, kind: 'ClusterRoleBinding', metadata: { name: `${role}-${user}` },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${role}-${user}` },
        subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
      });
    }
    const approve = async (user: string) => {
      const client = await connect({ kubeconfig, as: user });
      const answer = await client.patch({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name }, [{ op: 'add', path: '/spec/approved', value: true }], 'kubectl');
      client.close();
      return answer;
    };
    expect(await approve(editor)).toMatchObject(refusal('takes the verb approve for clusterextensionrevisions (ClusterRole boxcutter-upgrade-approver)'));
    expect((await approve(approver)).type).toBe('object');
    await other.delete({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name });
    for (const user of [editor, approver]) {
      for (const kind of ['ClusterRole', 'ClusterRoleBinding']) await other.delete({ ...rbac, kind, name: `${role}-${user}` });
    }
  });

  test('by whatever command of kubectl, a service account without that right approves nothing, and the one with the role does', async () => {
    const name = unique('shop');
    const manifest = (approved: boolean, as = name): string => `
apiVersion: olm.operatorframework.io/v1
kind: ClusterExtensionRevision
metadata: { name: ${as}, labels: { ${label}: "yes" } }
spec:
  clusterExtensionRef: { name: shop }
  version: 1.1.0
  bundleMetadata: { name: shop.v1.1.0, version: 1.1.0 }
  availableSince: "2026-01-01T00:00:00Z"
  approved: ${approved}
`;
    const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const { rules } = objects.find(({ metadata }) => metadata.name === 'boxcutter-upgrade-approver') as KubeObject & { readonly rules: readonly object[] };
    // Everything that there is to do with revisions, but for approving: whoever looks after them, and a controller of one's own.
    const resources = ['clusterextensionrevisions', 'clusterextensionrevisions/status', 'clusterextensionrevisions/finalizers'];
    const editing = [{ apiGroups: ['olm.operatorframework.io'], resources, verbs: ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'] }];
    const files = new Map<string, string>();
    for (const [account, allowed] of [['editor', editing], ['approver', rules]] as const) {
      await other.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace } });
      await other.apply({ ...rbac, metadata: { name: `${name}-${account}` }, rules: allowed } as KubeObject);
      await other.apply({
        ...rbac, kind: 'ClusterRoleBinding', metadata: { name: `${name}-${account}` }, subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `${name}-${account}` },
      } as KubeObject);
      const { output } = await kubectlLine(`kubectl create token ${account} -n ${namespace}`, kubeconfig);
      const config = load(readFileSync(kubeconfig, 'utf8')) as { readonly users: readonly { readonly name: string }[] };
      const users = config.users.map((user) => ({ name: user.name, user: { token: output.trim() } }));
      files.set(account, scratch.write(`${account}.yaml`, JSON.stringify({ ...config, users })));
    }
    const as = (account: string, line: string, stdin?: string) => kubectlLine(line, files.get(account) ?? '', stdin);
    const [editor, approver] = await Promise.all(['editor', 'approver'].map((account) => connect({ kubeconfig: files.get(account) ?? '' })));
    if (editor === undefined || approver === undefined) throw new Error('not connected');
    const ref = { apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name };
    const isApproved = async (): Promise<unknown> => ((await other.get(ref))['spec'] as { readonly approved: unknown }).approved;
    expect(await as('editor', 'kubectl create -f -', manifest(false))).toMatchObject({ code: 0 });

    const merge = `kubectl patch clusterextensionrevision ${name} --type='merge' -p='{"spec":{"approved":true}}'`;
    const message = 'approving an upgrade takes the verb approve for clusterextensionrevisions (ClusterRole boxcutter-upgrade-approver)';
    const manager = 'olm.operatorframework.io/clusterextension-controller';
    await Promise.all(([
      [merge],
      [`kubectl apply --server-side --field-manager ${manager} --force-conflicts -f -`, manifest(true)],
      ['kubectl create -f -', manifest(true, `${name}-2`)],
    ] as const).map(async ([line, stdin]) => {
      const { code, output } = await as('editor', line, stdin);
      expect([line, code, output]).toEqual([line, 1, expect.stringContaining(message)]);
    }));
    const live = await other.get(ref);
    const approved = { ...live, spec: { ...live['spec'] as object, approved: true } };
    const approve = [{ op: 'replace', path: '/spec/approved', value: true }] as const;
    const { managedFields: _managed, resourceVersion: _version, uid: _uid, ...metadata } = live.metadata;
    expect(await editor.patch(ref, approve, 'kubectl')).toMatchObject(refusal(message));
    expect(await editor.replace(approved)).toMatchObject(refusal(message));
    const anew = { ...approved, metadata: { ...metadata, name: `${name}-2` } };
    expect(await editor.apply(anew, { fieldManager: 'kubectl', force: false })).toMatchObject(refusal(message));
    // Of what is written to the part `status`, nothing else counts.
    expect(await editor.replaceStatus({ ...approved, status: { approvedAt: '2026-01-01T00:00:00Z' } } as KubeObject)).toMatchObject({ type: 'object' });
    expect(await isApproved()).toBe(false);
    expect(await approver.replaceStatus(approved)).toMatchObject(refusal('cannot update resource "clusterextensionrevisions/status"'));
    expect(await approver.create({ ...approved, metadata: { name: `${name}-2` } })).toMatchObject(refusal('cannot create resource'));
    expect(await as('approver', merge)).toMatchObject({ code: 0 });
    expect(await isApproved()).toBe(true);
    for (const client of [editor, approver]) client.close();
    await other.delete({ apiVersion: API_VERSION, kind: 'ClusterExtensionRevision', name });
    for (const account of files.keys()) {
      for (const kind of ['ClusterRole', 'ClusterRoleBinding']) await other.delete({ ...rbac, kind, name: `${name}-${account}` });
    }
  }, 120_000);

  test('content Secrets are immutable, others need not be', async () => {
    expect(await cluster.create(secret('content'), { dryRun: true })).toMatchObject(refusal('must be immutable'));
    expect((await cluster.create(secret('content', { immutable: true }), { dryRun: true })).type).toBe('object');
    expect((await cluster.create(secret('plain', { type: 'Opaque' }), { dryRun: true })).type).toBe('object');
  });
});
