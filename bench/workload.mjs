/**
 * The workload: 60 objects as an operator and its services have them, in two versions. From the first to the second the
 * 12 ConfigMaps, 4 Secrets and 8 Deployments change; nothing comes or goes.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump } from 'js-yaml';

export const namespace = 'bench';
const services = 8;
const group = 'bench.example.com';

/** What each step writes, for the targets. */
export const counts = { objects: 60, changed: 24 };
export const deployments = range(services).map((index) => `service-${index}`);
export const crds = range(3).map((index) => `things${index}.${group}`);

/** Whether an event of the audit log is about an object of the workload: tools keep their own state in another namespace. */
export function isOfWorkload({ resource, name, namespace: where }) {
  return where === namespace || (resource === 'customresourcedefinitions' && crds.includes(name));
}

/** The objects of version 1 or 2, in an order in which they can be applied one by one. */
export function workload(version) {
  const objects = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...range(3).map(customResourceDefinition),
    ...range(services).map((index) => named('v1', 'ServiceAccount', `service-${index}`, {})),
    ...range(12).map((index) => named('v1', 'ConfigMap', `settings-${index}`, { data: settings(index, version) })),
    ...range(4).map((index) => named('v1', 'Secret', `credentials-${index}`, {
      type: 'Opaque',
      data: { token: base64(`token ${index} of version ${version}`) },
    })),
    ...range(services).map((index) =>
      named('rbac.authorization.k8s.io/v1', 'Role', `service-${index}`, {
        rules: [
          { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list', 'watch'] },
          { apiGroups: [group], resources: [`things${index % 3}`], verbs: ['get', 'list', 'watch', 'update'] },
        ],
      }),
    ),
    ...range(services).map((index) =>
      named('rbac.authorization.k8s.io/v1', 'RoleBinding', `service-${index}`, {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `service-${index}` },
        subjects: [{ kind: 'ServiceAccount', name: `service-${index}`, namespace }],
      }),
    ),
    ...range(services).map((index) =>
      named('v1', 'Service', `service-${index}`, {
        spec: { selector: { app: `service-${index}` }, ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }] },
      }),
    ),
    ...range(services).map((index) => deployment(index, version)),
  ];
  if (objects.length !== counts.objects) throw new Error(`the workload has ${objects.length} objects`);
  return objects;
}

/** Writes both versions as plain YAML (`plain-1/`, `plain-2/`) and as Helm charts (`chart-1/`, `chart-2/`). */
export function writeWorkload(folder) {
  for (const version of [1, 2]) {
    const yaml = workload(version).map((object) => dump(object, { noRefs: true })).join('---\n');
    const chart = { apiVersion: 'v2', name: 'bench', version: `${version}.0.0`, type: 'application' };
    write(join(folder, `plain-${version}`), 'objects.yaml', yaml);
    write(join(folder, `chart-${version}`), 'Chart.yaml', dump(chart));
    // As templates, because Helm neither upgrades nor removes what lies in crds/.
    write(join(folder, `chart-${version}`, 'templates'), 'objects.yaml', yaml);
  }
}

function deployment(index, version) {
  const labels = { app: `service-${index}` };
  const container = {
    name: 'main',
    image: `registry.example.com/service:${version}.0.0`,
    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
    env: [{ name: 'LOG_LEVEL', value: 'info' }],
    envFrom: [{ configMapRef: { name: `settings-${index}` } }],
    resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '64Mi' } },
  };
  return named('apps/v1', 'Deployment', `service-${index}`, {
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { serviceAccountName: `service-${index}`, containers: [container] } },
    },
  });
}

function customResourceDefinition(index) {
  const spec = {
    type: 'object',
    properties: { size: { type: 'integer', minimum: 1 }, colour: { type: 'string', enum: ['red', 'green', 'blue'] } },
  };
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: crds[index] },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: `Thing${index}`, listKind: `Thing${index}List`, plural: `things${index}`, singular: `thing${index}` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        },
      ],
    },
  };
}

/** About a kilobyte, as the configuration of a program has. */
function settings(index, version) {
  const lines = range(20).map((line) => `option.${line} = value ${line} of settings ${index} in version ${version}`);
  return { 'application.properties': `${lines.join('\n')}\n` };
}

function named(apiVersion, kind, name, rest) {
  return { apiVersion, kind, metadata: { name, namespace, labels: { 'app.kubernetes.io/part-of': 'bench' } }, ...rest };
}

function write(folder, file, content) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), content);
}

function base64(text) {
  return Buffer.from(text).toString('base64');
}

function range(length) {
  return Array.from({ length }, (_, index) => index);
}
