/** Adoption from the command line: a release and the chart behind it, objects of kubectl. That of OLM is in olm.test.ts. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KubeObject } from '../../../lib/api';
import { boxcutter, commandBench, kubeconfig } from '../cli/command';
import { document } from '../cli/documents';
import { OtherClient, stored } from '../support/extension';
import { defineKind, isEstablished } from './custom-kinds';
import { BUILD_TIMEOUT, folders, HELMS, managersOf, runHelm } from './helm-bench';

jest.setTimeout(60_000);

const files = folders();
const bench = commandBench();
beforeAll(() => Object.values(HELMS).forEach((program) => program()), BUILD_TIMEOUT);

const ref = (kind: string, name: string, apiVersion = 'v1') => ({ apiVersion, kind, namespace: bench.namespace, name });
const run = (...args: readonly string[]) => boxcutter(bench.in_(...args), { env: { HELM: HELMS['Helm 4']() } });
const helm = (...args: readonly string[]) => runHelm('Helm 4', files.home, kubeconfig, ...args, '-n', bench.namespace);

describe('a release of Helm', () => {
  const chart = (version: string): string => files.write(`shop-${version}`, {
    'Chart.yaml': `apiVersion: v2\nname: shop\nversion: ${version}\n`,
    'values.yaml': 'level: info\n',
    'values.schema.json': '{ "type": "object", "properties": { "level": { "type": "string" } } }',
    'templates/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { level: "{{ .Values.level }}", version: "{{ .Chart.Version }}" }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: fixed }
data: { a: b }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: hook, annotations: { helm.sh/hook: pre-install } }
`,
  });

  test('is planned, adopted, gone on with by its chart and its values, and given back', async () => {
    expect(await helm('install', 'shop', chart('1.0.0'), '--set', 'level=debug')).toMatchObject({ code: 0 });
    const uid = (await bench.test.get(ref('ConfigMap', 'settings')))?.metadata.uid;

    const planned = await run('adopt', 'helm', 'shop', '--plan');
    expect(planned).toMatchObject({ code: 10 });
    expect(planned.stdout).toContain('3 objects to take over, as they run\n  helm (Helm), Apply: what it holds of 3 objects becomes ours\n');
    expect(planned.stdout).toContain('3 to adopt');
    expect(planned.stderr).toContain('Release shop, version 1 (deployed), of chart shop 1.0.0');
    expect(await bench.test.get(ref('Secret', 'boxcutter.shop'))).toBeUndefined();
    expect(document(await run('adopt', 'helm', 'shop', '--plan', '-o', 'json'))).toMatchObject({
      schema: 'boxcutter.adopt/v1', extension: 'shop', from: { release: 'shop', version: 1, status: 'deployed' }, taking: { objects: 3 },
    });

    expect(await run('adopt', 'helm', 'shop')).toMatchObject({ code: 0 });
    expect(await run('adopt', 'helm', 'shop')).toMatchObject({ code: 0, stdout: 'Release shop is adopted already: it is extension shop.\n' });

    const again = await run('apply', chart('1.0.0'), '--name', 'shop', '--reuse-config', '-o', 'json');
    expect(again.stderr).toContain(`what the release of Helm in ${bench.namespace}/sh.helm.release.v1.shop.v1 said when it was adopted`);
    const { phases } = document({ ...again, stderr: '' }) as unknown as { readonly phases: readonly { readonly objects: readonly { readonly action: string }[] }[] };
    expect(phases.flatMap(({ objects }) => objects.map(({ action }) => action))).toEqual(['Unchanged', 'Unchanged', 'Unchanged']);
    const next = await run('apply', chart('1.1.0'), '--name', 'shop', '--reuse-config');
    expect(next.stdout).toContain('shop revision 3 (version 1.1.0): complete');
    const settings = await bench.test.get(ref('ConfigMap', 'settings'));
    expect([settings?.metadata.uid, settings?.['data']]).toEqual([uid, { level: 'debug', version: '1.1.0' }]);

    const history = await bench.test.get(ref('Secret', 'sh.helm.release.v1.shop.v1'));
    const [back, forgotten] = [await run('adopt', 'helm', 'shop', '--undo', '--plan'), await run('adopt', 'helm', 'shop', '--forget', '--grace', '0s', '--plan')];
    expect([back.code, forgotten.code, forgotten.stdout]).toEqual([10, 10, 'Would delete what Helm has stored of shop: 1 version. There is no way back then.\n']);
    expect(await bench.test.get(ref('Secret', 'sh.helm.release.v1.shop.v1'))).toEqual(history);

    const undone = await run('adopt', 'helm', 'shop', '--undo');
    expect(undone).toMatchObject({ code: 0 });
    expect(undone.stdout).toContain(`Helm has release shop in namespace ${bench.namespace} again.`);
    expect(await helm('upgrade', 'shop', chart('1.1.0'), '--reuse-values')).toMatchObject({ code: 0 });
    expect((await bench.test.get(ref('ConfigMap', 'settings')))?.metadata.uid).toBe(uid);
    expect(await helm('uninstall', 'shop')).toMatchObject({ code: 0 });
  });

  test('whose values somebody else has written: they are named, and what an apply makes of them stays within the namespace', async () => {
    const { namespace } = bench;
    const role = `${namespace}-shop`;
    const lending = (version: string, more = ''): string => files.write(`lending-${version}`, {
      'Chart.yaml': `apiVersion: v2\nname: lending\nversion: ${version}\n`,
      'values.yaml': 'rules: []\npassword: ""\n',
      'values.schema.json': '{ "type": "object" }',
      'templates/a.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: "${role}" }\nrules: {{ toJson .Values.rules }}\n`
        + `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: lent }\ndata: { version: "{{ .Chart.Version }}"${more} }\n`,
    });
    expect(await helm('install', 'lending', lending('1.0.0'))).toMatchObject({ code: 0 });
    const secret = ref('Secret', 'sh.helm.release.v1.lending.v1');
    const { release } = (await bench.test.get(secret))?.['data'] as { release: string };
    const text = gunzipSync(Buffer.from(Buffer.from(release, 'base64').toString(), 'base64')).toString();
    const config = { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }], password: 'very-secret' };
    const forged = gzipSync(JSON.stringify({ ...JSON.parse(text) as object, config })).toString('base64');
    stored(await bench.cluster.patch(secret, [{ op: 'replace', path: '/data/release', value: Buffer.from(forged).toString('base64') }], 'mallory'));

    const planned = await run('adopt', 'helm', 'lending', '--plan');
    expect(planned.stdout).toContain('Configuration, as the release says it, which others may have written:\n  rules:\n  - apiGroups:\n    - \'*\'\n');
    expect(planned.stdout + planned.stderr).not.toContain('very-secret');
    const adopted = await run('adopt', 'helm', 'lending');
    expect(adopted).toMatchObject({ code: 0, stderr: expect.stringContaining(`boxcutter get lending config -n ${namespace}`) as string });
    expect((await run('get', 'lending', 'config')).stderr).toContain('Somebody other than an installer may have written this');

    const apply = (...more: readonly string[]) => run('apply', lending('1.1.0'), '--name', 'lending', ...more);
    const refused = await apply('--reuse-config');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('The configuration that is reused is what the release of Helm in') as string]);
    expect(refused.stderr).toContain(`ClusterRole ${role} (cluster-scoped). Nothing was changed.`);
    const rules = async (): Promise<unknown> => (await bench.test.get({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: role }))?.['rules'];
    expect(await rules()).toBeNull();
    expect((await run('apply', lending('1.0.0'), '--name', 'lending', '--reuse-config')).code).toBe(2);

    // What was given is the installer's own; and so is what was trusted.
    expect(await apply('--reset-config')).toMatchObject({ code: 0 });
    expect(await run('apply', lending('1.2.0', ', more: x'), '--name', 'lending', '--reuse-config')).toMatchObject({ code: 0 });
    expect(await rules()).toBeNull();
    expect(await run('delete', 'lending')).toMatchObject({ code: 0 });
  });

  test('of a HelmRelease of Flux is not taken before that is suspended', async () => {
    expect(await helm('install', 'flux', chart('1.0.0'))).toMatchObject({ code: 0 });
    const flux = new OtherClient(bench.cluster, 'helm-controller');
    const definition = await defineKind({ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' }, flux);
    const keeper = (suspend: boolean): Promise<KubeObject> => flux.apply({
      apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease', metadata: { name: 'flux', namespace: bench.namespace }, spec: { suspend },
    } as KubeObject);
    await keeper(false);
    stored(await bench.cluster.patch(ref('ConfigMap', 'settings'), [
      { op: 'add', path: '/metadata/labels/helm.toolkit.fluxcd.io~1name', value: 'flux' }, { op: 'add', path: '/metadata/labels/helm.toolkit.fluxcd.io~1namespace', value: bench.namespace },
    ], 'helm-controller'));
    const refused = await run('adopt', 'helm', 'flux');
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`Stop it first: flux suspend helmrelease flux -n ${bench.namespace}`)]);
    expect((await run('adopt', 'helm', 'flux', '--plan')).stderr).toContain('would apply them again. Stop it first: flux suspend helmrelease flux');
    expect((await bench.test.get(ref('Secret', 'sh.helm.release.v1.flux.v1')))?.metadata.labels?.['owner']).toBe('helm');
    await keeper(true);
    expect(await run('adopt', 'helm', 'flux')).toMatchObject({ code: 0 });
    await flux.delete(definition);
  });

  test('that is not there, and options that exclude each other, are one message', async () => {
    const missing = await run('adopt', 'helm', 'nope');
    expect(missing.code).toBe(2);
    expect(missing).toBeOneMessage();
    const both = await run('adopt', 'helm', 'nope', '--undo', '--forget');
    expect(both.code).toBe(2);
    expect(both).toBeOneMessage();
    const neither = await run('adopt', 'objects', '--name', 'x');
    expect(neither.code).toBe(2);
    expect(neither).toBeOneMessage();
  });
});

describe('objects of kubectl', () => {
  /** As kubectl apply writes it, with what was applied in an annotation. */
  async function applied(name: string, data: object, labels: object = {}): Promise<KubeObject> {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: bench.namespace, labels }, data };
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(object) };
    return stored(await bench.cluster.create({ ...object, metadata: { ...object.metadata, annotations } } as unknown as KubeObject, { fieldManager: 'kubectl-client-side-apply' }));
  }

  test('are taken over by their files; what a file drops later goes', async () => {
    const before = await applied('one', { a: '1', b: '2' });
    const file = (data: string): string => bench.scratch.write('one/one.yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: one }\ndata: ${data}\n`);
    file('{ a: "1", b: "2" }');
    const folder = `${bench.scratch.path}/one`;
    expect(await run('adopt', 'objects', '--name', 'one', '-f', folder)).toMatchObject({ code: 0 });
    file('{ a: "1" }');
    expect(await run('apply', folder, '--name', 'one')).toMatchObject({ code: 0 });
    const after = await bench.test.get(ref('ConfigMap', 'one'));
    expect([after?.metadata.uid, after?.['data'], after?.metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration']]).toEqual([before.metadata.uid, { a: '1' }, undefined]);
  });

  test('what a file, or the annotation of an object, does not say stays until the package is applied, and the plan names it', async () => {
    await applied('three', { a: '1', b: '2' }, { app: 'three' });
    bench.scratch.write('three/three.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: three }\ndata: { a: "1" }\n');
    const folder = `${bench.scratch.path}/three`;
    const data = async (name: string): Promise<unknown> => (await bench.test.get(ref('ConfigMap', name)))?.['data'];
    const planned = await run('adopt', 'objects', '--name', 'three', '-f', folder, '--plan');
    expect(planned.stdout).toContain(`unless that has it:\n  ConfigMap ${bench.namespace}/three: data.b, metadata.labels\n`);
    expect(await run('adopt', 'objects', '--name', 'three', '-f', folder)).toMatchObject({ code: 0 });
    expect(await data('three')).toEqual({ a: '1', b: '2' });
    expect(await run('apply', folder, '--name', 'three')).toMatchObject({ code: 0 });
    expect(await data('three')).toEqual({ a: '1' });

    const { metadata } = await applied('four', { a: '1' }, { app: 'four' });
    const value = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'four', namespace: metadata.namespace } });
    stored(await bench.cluster.patch(ref('ConfigMap', 'four'), [{ op: 'replace', path: '/metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration', value }], 'mallory'));
    expect(await run('adopt', 'objects', '--name', 'four', '-l', 'app=four')).toMatchObject({ code: 0 });
    expect(await data('four')).toEqual({ a: '1' });
  });

  test('what was applied in another API version than that of the file is taken over in that one, and stays', async () => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' };
    const object = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'scaled', namespace: bench.namespace } };
    const spec = { maxReplicas: 7, minReplicas: 2, scaleTargetRef, behavior: { scaleDown: { stabilizationWindowSeconds: 100 } } };
    const before = await new OtherClient(bench.cluster, 'kubectl').apply({ ...object, spec } as KubeObject);
    const file = { ...object, apiVersion: 'autoscaling/v1', metadata: { name: 'scaled' }, spec: { maxReplicas: 7, minReplicas: 2, scaleTargetRef } };
    bench.scratch.write('scaled/scaled.yaml', JSON.stringify(file));
    const line = ['adopt', 'objects', '--name', 'scaled', '-f', `${bench.scratch.path}/scaled`];
    expect((await run(...line, '--plan')).stdout).toContain(`HorizontalPodAutoscaler ${bench.namespace}/scaled: apiVersion`);
    expect(await run(...line)).toMatchObject({ code: 0 });
    expect((await bench.test.get(ref('HorizontalPodAutoscaler', 'scaled', 'autoscaling/v2')))?.['spec']).toEqual(before['spec']);
  });

  test('are taken over by their labels, as they were applied; others of the label are left alone', async () => {
    await applied('two', { a: '1' }, { app: 'two' });
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs', namespace: bench.namespace, labels: { app: 'two' } } };
    stored(await bench.cluster.create(theirs, { fieldManager: 'somebody' }));
    const adopted = await run('adopt', 'objects', '--name', 'two', '-l', 'app=two');
    expect(adopted).toMatchObject({ code: 0 });
    expect(adopted.stderr).toContain('ConfigMap theirs is left alone: no tool that applies objects has written it (field managers: somebody).');
    const [one, other] = await Promise.all(['two', 'theirs'].map((name) => bench.test.get(ref('ConfigMap', name))));
    expect([one?.metadata.annotations?.['olm.operatorframework.io/owners'], other?.metadata.annotations]).toEqual([expect.stringContaining('boxcutter.two'), undefined]);
  });
});

test('objects of Flux, Argo CD and kapp: refused as long as one of them would apply them again, then taken over by their labels', async () => {
  const { namespace } = bench;
  const [flux, argo] = ['kustomize-controller', 'argocd-controller'].map((name) => new OtherClient(bench.cluster, name)) as [OtherClient, OtherClient];
  const group = 'kustomize.toolkit.fluxcd.io';
  const definition: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `kustomizations.${group}` },
    spec: {
      group, scope: 'Namespaced', names: { kind: 'Kustomization', plural: 'kustomizations', singular: 'kustomization', listKind: 'KustomizationList' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
    },
  };
  await flux.apply(definition);
  const named = { apiVersion: definition.apiVersion, kind: definition.kind, name: definition.metadata.name ?? '' };
  await flux.until(named, isEstablished);
  const keeper = (suspend: boolean): Promise<KubeObject> => flux.apply({ apiVersion: `${group}/v1`, kind: 'Kustomization', metadata: { name: 'shop', namespace }, spec: { suspend } });
  await keeper(false);
  const object = (name: string, metadata: object): KubeObject => (
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: { app: 'tools' }, ...metadata }, data: { a: '1' } });
  const before = await Promise.all([
    flux.apply(object('of-flux', { labels: { app: 'tools', [`${group}/name`]: 'shop', [`${group}/namespace`]: namespace } })),
    argo.apply(object('of-argo', { annotations: { 'argocd.argoproj.io/tracking-id': `shop:/ConfigMap:${namespace}/of-argo` } })),
    bench.cluster.create(object('of-kapp', {}), { fieldManager: 'kapp' }).then(stored),
  ]);
  const refused = await run('adopt', 'objects', '--name', 'tools', '-l', 'app=tools');
  expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`Stop it first: flux suspend kustomization shop -n ${namespace}`) as string]);
  const planned = await run('adopt', 'objects', '--name', 'tools', '-l', 'app=tools', '--plan');
  expect(planned.stdout).toContain('  argocd-controller (Argo CD), Apply: what it holds of 1 object becomes ours\n  kapp (kapp), Update: what it holds of 1 object becomes ours\n  kustomize-controller (Flux (Kustomization)), Apply: what it holds of 1 object becomes ours\n');
  await keeper(true);
  expect(await run('adopt', 'objects', '--name', 'tools', '-l', 'app=tools')).toMatchObject({ code: 0 });
  const after = await Promise.all(before.map(({ metadata: { name = '' } }) => bench.test.get(ref('ConfigMap', name))));
  expect(after.map((live) => [live?.metadata.uid, live && managersOf(live)])).toEqual(before.map(({ metadata: { uid } }) => [uid, ['boxcutter Apply']]));
  await flux.delete(named);
});
