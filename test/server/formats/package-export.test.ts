/**
 * A package that changes its format: as a revision, as a registry+v1 bundle, as a plain+v0 bundle, one as the upgrade of the other. Nothing that
 * stays is made anew, and nobody has to do anything about it (docs/requirements.md, configuration).
 */
import { ApiObject, Testing } from 'cdk8s';
import { type ConfigOf, Package, PackageBundle, type Revision } from '../../../constructs';
import type { ObjectRef, ResolvedRevision } from '../../../lib/api';
import { bundleFilesOf, type ExportFormat, readBundle, renderBundle } from '../../../lib/bundle';
import { compile } from '../../../lib/compile';
import type { Outcome } from '../../../lib/runtime';
import { Bench, unique } from '../support/extension';

const schema = { type: 'object', properties: { level: { type: 'string', default: 'info' } }, additionalProperties: false } as const;

const RBAC = 'rbac.authorization.k8s.io';

/** An operator with an API of its own, rights in its namespace and in the cluster, and a Service. */
class Operator extends Package<typeof schema> {
  readonly packageName = 'operator';
  override readonly installModes = ['OwnNamespace'] as const;
  readonly configSchema = schema;

  constructor(private readonly group: string, private readonly namespace: string) {
    super();
  }

  build(scope: Revision, { level }: ConfigOf<typeof schema>): void {
    const { group, namespace } = this;
    const labels = { app: 'operator' };
    const subjects = [{ kind: 'ServiceAccount', name: 'operator', namespace }];
    const declare = (kind: string, apiVersion: string, name: string, content: object): void => void new ApiObject(scope, `${kind}-${name}`, { apiVersion, kind, metadata: { name }, ...content });
    declare('CustomResourceDefinition', 'apiextensions.k8s.io/v1', `widgets.${group}`, {
      spec: {
        group, scope: 'Namespaced', names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    declare('ServiceAccount', 'v1', 'operator', {});
    declare('ClusterRole', `${RBAC}/v1`, `operator.${group}`, { rules: [{ apiGroups: [group], resources: ['widgets'], verbs: ['get', 'list', 'watch'] }] });
    declare('ClusterRoleBinding', `${RBAC}/v1`, `operator.${group}`, { roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: `operator.${group}` }, subjects });
    declare('Role', `${RBAC}/v1`, 'leader', { rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] }] });
    declare('RoleBinding', `${RBAC}/v1`, 'leader', { roleRef: { apiGroup: RBAC, kind: 'Role', name: 'leader' }, subjects });
    declare('ConfigMap', 'v1', 'settings', { data: { level, version: scope.version } });
    declare('Service', 'v1', 'metrics', { spec: { selector: labels, ports: [{ port: 8080 }] } });
    declare('Deployment', 'apps/v1', 'operator', {
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { serviceAccountName: 'operator', containers: [{ name: 'operator', image: 'registry.example/operator:1' }] } } },
    });
  }
}

let bench: Bench;
let operator: Operator;
beforeEach(async () => {
  bench = await Bench.open('export');
  operator = new Operator(`${unique('g')}.example`, bench.namespace);
});
afterEach(async () => {
  await bench.delete({ deleteData: true });
  await bench.close();
});

function asRevision(version: string): ResolvedRevision {
  const { compiled, findings } = operator.revision(Testing.app(), bench.extension, { version, namespace: bench.namespace }).compiled;
  expect(findings).toEqual([]);
  return compiled!.resolved;
}

/** What installing the bundle makes of it. */
function asBundle(version: string, format: ExportFormat): ResolvedRevision {
  const { namespace, extension } = bench;
  const { files } = new PackageBundle(Testing.app(), 'bundle', { package: operator, version, format, namespace, extension });
  const { bundle } = readBundle(bundleFilesOf('bundle', Object.entries(files)));
  const config = { level: 'info', ...(format === 'registry+v1' ? { watchNamespace: bench.namespace } : {}) };
  const rendered = renderBundle(bundle!, { installNamespace: bench.namespace, certificates: 'none', config });
  expect(rendered.findings).toEqual([]);
  return compile({ extension, packageName: bundle!.packageName, version, namespace, objects: rendered.objects }).compiled!.resolved;
}

const named = ({ result }: Outcome, action: string): string[] =>
  [...result.phases.flatMap(({ objects }) => objects), ...result.removed].filter((object) => object.action === action).map(({ ref }) => `${ref.kind} ${ref.name}`).sort();

function refs(): ObjectRef[] {
  const { namespace } = bench;
  const crd = asRevision('1.0.0').phases.flatMap(({ objects }) => objects).find(({ object }) => object.kind === 'CustomResourceDefinition')!.object;
  return [
    { apiVersion: crd.apiVersion, kind: crd.kind, name: crd.metadata.name ?? '' },
    { apiVersion: 'v1', kind: 'ServiceAccount', namespace, name: 'operator' },
    { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings' },
    { apiVersion: 'v1', kind: 'Service', namespace, name: 'metrics' },
    { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'operator' },
  ];
}

test('from a revision to registry+v1: every object stays, only RBAC gets the names that OLM gives it', async () => {
  await bench.apply(asRevision('1.0.0'));
  const uids = await bench.uids(...refs());

  const upgrade = await bench.apply(asBundle('1.1.0', 'registry+v1'));
  expect(upgrade.status).toBe('complete');
  expect(await bench.uids(...refs())).toEqual(uids);
  expect(named(upgrade, 'Updated')).toEqual(['ConfigMap settings', 'Deployment operator']);
  expect(named(upgrade, 'Created').map((name) => name.replace(/-(?:op-[a-z0-9]{44}|ope-[a-z0-9]{43})$/, '-op-<hash>'))).toEqual([
    // Upstream cuts the account's name, so that the hash fits, which has 43 or 44 letters: together 63.
    'ClusterRole operator.v1.1.0-op-<hash>', 'ClusterRoleBinding operator.v1.1.0-op-<hash>', 'Role operator.v1.1.0-op-<hash>', 'RoleBinding operator.v1.1.0-op-<hash>',
  ]);
  expect(named(upgrade, 'Deleted').map((name) => name.split(' ')[0])).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);
  expect(named(upgrade, 'Unchanged').map((name) => name.split(' ')[0])).toEqual(['CustomResourceDefinition', 'Service', 'ServiceAccount']);
});

test('from a revision to plain+v0 of the same version: it is the same revision, and nothing is asked of the server', async () => {
  const first = await bench.apply(asRevision('1.0.0'));
  expect(first.status).toBe('complete');
  const uids = await bench.uids(...refs());
  const { result, requests } = await bench.counted(() => bench.apply(asBundle('1.0.0', 'plain+v0')));
  expect(result).toMatchObject({ status: 'complete', newRevision: false, unchanged: true });
  expect({ ...requests, get: 0, list: 0, watch: 0 }).toEqual({ get: 0, list: 0, watch: 0 });
  expect(await bench.uids(...refs())).toEqual(uids);
});

test('from format to format, there and back: each is an upgrade of the other', async () => {
  await bench.apply(asBundle('1.0.0', 'plain+v0'));
  const uids = await bench.uids(...refs());
  for (const target of [asBundle('1.1.0', 'registry+v1'), asBundle('1.2.0', 'plain+v0'), asRevision('1.3.0')]) {
    const outcome = await bench.apply(target);
    expect(outcome.status).toBe('complete');
    expect(await bench.uids(...refs())).toEqual(uids);
  }
});
