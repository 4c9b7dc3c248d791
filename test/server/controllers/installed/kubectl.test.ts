/** What users of operator-controller have, as it stands: their manifests, and their kubectl. */
import { spawn } from 'node:child_process';
import { Chart, Testing, Yaml } from 'cdk8s';
import { ClusterCatalog, ClusterExtension } from '../../../../constructs';
import { goTool } from '../../../support/go-tool';
import { PublishedCatalog } from '../fleet';
import { ownPlane } from './plane';

const plane = ownPlane('kubectl');
const NAMESPACE = 'olmv1-system';

interface Answer {
  readonly code: number | null;
  readonly output: string;
}

function kubectl(args: readonly string[], stdin = ''): Promise<Answer> {
  const child = spawn(goTool('kubectl'), [...args], { env: { ...process.env, KUBECONFIG: plane.info.kubeconfig }, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(stdin);
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, output })));
}

const catalogYaml = (ref: string): string => `
apiVersion: olm.operatorframework.io/v1
kind: ClusterCatalog
metadata:
  name: shop
spec:
  priority: 10
  availabilityMode: Available
  source:
    type: Image
    image:
      ref: ${ref}
      pollIntervalMinutes: 10
`;

const extensionYaml = `
apiVersion: v1
kind: Namespace
metadata:
  name: web
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web-installer
  namespace: web
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: web-installer
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: cluster-admin
subjects:
- kind: ServiceAccount
  name: web-installer
  namespace: web
---
apiVersion: olm.operatorframework.io/v1
kind: ClusterExtension
metadata:
  name: web
spec:
  namespace: web
  serviceAccount:
    name: web-installer
  source:
    sourceType: Catalog
    catalog:
      packageName: web
      version: 1.0.0
      channels: [stable]
      upgradeConstraintPolicy: CatalogProvided
      selector:
        matchLabels:
          olm.operatorframework.io/metadata.name: shop
  install:
    preflight:
      crdUpgradeSafety:
        enforcement: Strict
  progressDeadlineMinutes: 10
`;

beforeAll(async () => {
  const catalog = new PublishedCatalog(plane, 'shop');
  await catalog.bundle('web', '1.0.0');
  await catalog.bundle('web', '1.1.0');
  catalog.package('web', { stable: [{ name: '1.0.0' }, { name: '1.1.0', replaces: 'web.v1.0.0' }] });
  const ref = await catalog.push();
  const definitions = await kubectl(['apply', '-f', '-'], (await plane.run(['controller', 'crds'])).stdout);
  if (definitions.code !== 0) throw new Error(definitions.output);
  const controllers = plane.start([
    'controller', 'run', '--no-leader-election', '--namespace', NAMESPACE, '--health-address', '127.0.0.1:0', '--metrics-address', '127.0.0.1:0',
    '--catalogs-address', '127.0.0.1:0', '--catalogs-directory', `${plane.scratch.path}/catalogs`,
  ]);
  await plane.other.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  await controllers.printed(/"reconciling"/);
  expect(await kubectl(['apply', '-f', '-'], catalogYaml(ref))).toEqual({ code: 0, output: 'clustercatalog.olm.operatorframework.io/shop created\n' });
}, 300_000);

test('A catalog is waited for and shown', async () => {
  expect((await kubectl(['wait', '--for=condition=Serving', 'clustercatalog/shop', '--timeout=20s'])).code).toBe(0);
  const { output } = await kubectl(['get', 'clustercatalogs']);
  expect(output).toMatch(/^NAME +LASTUNPACKED +SERVING +AGE\nshop +\d+s +True +\d+s\n$/);
});

test('An extension is applied, waited for and shown; the same manifest again changes nothing', async () => {
  expect(await kubectl(['apply', '-f', '-'], extensionYaml)).toMatchObject({ code: 0 });
  expect((await kubectl(['wait', '--for=condition=Installed', 'clusterextension/web', '--timeout=30s'])).output).toContain('condition met');
  await kubectl(['wait', '--for=condition=Progressing=True', 'clusterextension/web', '--timeout=30s']);
  const { output } = await kubectl(['get', 'clusterextension']);
  expect(output).toMatch(/^NAME +INSTALLED BUNDLE +VERSION +INSTALLED +PROGRESSING +AGE\nweb +web\.v1\.0\.0 +1\.0\.0 +True +True +\d+s\n$/);
  const again = await kubectl(['apply', '-f', '-'], extensionYaml);
  expect(again.output).toMatch(/clusterextension\.olm\.operatorframework\.io\/web unchanged\n$/);
  expect((await kubectl(['explain', 'clusterextension.spec.source.catalog.version'])).output).toContain('FIELD: version <string>');
});

test('A patch upgrades', async () => {
  const patch = JSON.stringify({ spec: { source: { catalog: { version: '1.1.0' } } } });
  expect((await kubectl(['patch', 'clusterextension', 'web', '--type=merge', '-p', patch])).output).toContain('web patched');
  const waited = await kubectl(['wait', "--for=jsonpath={.status.install.bundle.version}=1.1.0", 'clusterextension/web', '--timeout=30s']);
  expect(waited).toMatchObject({ code: 0 });
});

test.each([
  ['namespace', { namespace: 'other' }, 'namespace is immutable'],
  ['package', { source: { catalog: { packageName: 'other' } } }, 'packageName is immutable'],
  ['version', { source: { catalog: { version: '1..2' } } }, 'invalid version expression'],
  ['configuration without content', { config: { configType: 'Inline' } }, 'inline is required when configType is Inline, and forbidden otherwise'],
  ['deadline', { progressDeadlineMinutes: 1 }, 'should be greater than or equal to 10'],
])('What upstream refuses is refused in its words: %s', async (_, spec, message) => {
  const { code, output } = await kubectl(['patch', 'clusterextension', 'web', '--type=merge', '-p', JSON.stringify({ spec })]);
  expect([code, output]).toEqual([1, expect.stringContaining(message) as string]);
});

test('Unknown fields are refused where kubectl asks for it, and dropped where it does not; any field of a configuration is kept', async () => {
  const unknown = extensionYaml.replace('  progressDeadlineMinutes: 10', '  progressDeadlineMinutes: 10\n  unheardOf: 1');
  expect(await kubectl(['apply', '-f', '-'], unknown)).toMatchObject({ code: 1, output: expect.stringContaining('unknown field "spec.unheardOf"') as string });
  expect((await kubectl(['apply', '--validate=false', '--dry-run=server', '-o', 'yaml', '-f', '-'], unknown)).output).not.toMatch(/^ {4}unheardOf/m);
  const configured = extensionYaml.replace('  progressDeadlineMinutes: 10', '  config: {configType: Inline, inline: {anything: {at: [all]}}}');
  expect((await kubectl(['apply', '--dry-run=server', '-o', 'yaml', '-f', '-'], configured)).output).toMatch(/anything:\n +at:\n +- all/);
});

test('What cdk8s synth writes of an app with constructs is applied as it stands', async () => {
  const app = Testing.app();
  const chart = new Chart(app, 'platform');
  new ClusterCatalog(chart, 'catalog', { name: 'platform', image: 'registry.example/operators:v1', priority: 5 });
  new ClusterExtension(chart, 'extension', {
    name: 'platform', namespace: 'web', source: { packageName: 'web', version: '1.x', dependencies: 'Install' }, serviceAccount: 'web-installer',
  });
  const applied = await kubectl(['apply', '--server-side', '--dry-run=server', '-f', '-'], Yaml.stringify(...Testing.synth(chart) as object[]));
  expect(applied).toEqual({
    code: 0,
    output: ['clustercatalog', 'clusterextension'].map((kind) => `${kind}.olm.operatorframework.io/platform serverside-applied (server dry run)\n`).join(''),
  });
});

test('kubectl delete returns when everything is gone', async () => {
  expect((await kubectl(['delete', 'clusterextension', 'web', '--wait', '--timeout=30s'])).output).toContain('"web" deleted');
  expect((await kubectl(['get', 'clusterextensionrevisions,deployments,customresourcedefinitions', '-n', 'web', '-o', 'name'])).output.trim().split('\n')).toEqual([
    'clustercatalogs', 'clusterextensionrevisions', 'clusterextensions',
  ].map((name) => `customresourcedefinition.apiextensions.k8s.io/${name}.olm.operatorframework.io`));
});
