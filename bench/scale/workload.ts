/** Extensions of many small objects of ten kinds. Nothing of it runs anywhere: what is measured is the keeping. */
import type { JsonObject, KubeObject, ProgressionProbe, ResolvedRevision } from '../../lib/api';
import { contentDigest, stampOwnerLabels } from '../../lib/revision';

/** Where the state of all extensions lives. */
export const STATE_NAMESPACE = 'scale-state';

const GROUP = 'bench.example.com';

/** How often each kind comes among fifty objects. */
const MIX: readonly (readonly [make: (name: string, namespace: string) => KubeObject, share: number])[] = [
  [configMap, 14], [secret, 6], [serviceAccount, 5], [role, 5], [roleBinding, 5],
  [service, 4], [networkPolicy, 3], [deployment, 3], [widget, 4], [clusterRole, 1],
];

export function extensionName(index: number): string {
  return `ext-${String(index).padStart(4, '0')}`;
}

export function namespaceName(index: number): string {
  return `scale-${String(index).padStart(3, '0')}`;
}

/** Each has its objects in one namespace and in two phases; each tenth has probes of its own. */
export function revisionOf(index: number, objects: number, namespaces: number): ResolvedRevision {
  const extension = extensionName(index);
  const namespace = namespaceName(index % namespaces);
  const all = Array.from({ length: objects }, (_, position) => {
    const made = makerOf(position)(`${extension}-${String(position).padStart(2, '0')}`, namespace);
    return {
      object: stampOwnerLabels(made as unknown as JsonObject, extension) as unknown as KubeObject,
      collisionProtection: 'Prevent' as const,
    };
  });
  const half = Math.ceil(all.length / 2);
  const phases = [
    { name: 'first', objects: all.slice(0, half) },
    { name: 'second', objects: all.slice(half) },
  ].filter((phase) => phase.objects.length > 0);
  const probes = index % 10 === 0 ? [OWN_PROBE] : [];
  return { extension, number: 1, phases, probes, digest: contentDigest(phases, probes) };
}

const OWN_PROBE: ProgressionProbe = {
  selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } },
  assertions: [{ type: 'CEL', cel: { rule: "has(self.data) && self.data.size() > 0", message: 'it holds nothing' } }],
};

function makerOf(position: number): (name: string, namespace: string) => KubeObject {
  const total = MIX.reduce((sum, [, share]) => sum + share, 0);
  let place = (position * 7) % total; // 7 and 50 have no common divisor: the kinds come mixed, in these shares.
  for (const [make, share] of MIX) {
    if (place < share) return make;
    place -= share;
  }
  return configMap;
}

export function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

export const CRD: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{
      name: 'v1',
      served: true,
      storage: true,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { size: { type: 'integer' }, colour: { type: 'string' } } },
            status: { type: 'object', properties: { observed: { type: 'integer' } } },
          },
        },
      },
    }],
  },
};

function configMap(name: string, namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { value: name, settings: 'a=1\nb=2\nc=3\n' } };
}

function secret(name: string, namespace: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    metadata: { name, namespace },
    data: { token: Buffer.from(name).toString('base64') },
  };
}

function serviceAccount(name: string, namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace }, automountServiceAccountToken: false };
}

const RULES = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }];

function role(name: string, namespace: string): KubeObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name, namespace }, rules: RULES };
}

function clusterRole(name: string): KubeObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `scale-${name}` }, rules: RULES };
}

function roleBinding(name: string, namespace: string): KubeObject {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name, namespace },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
  };
}

function service(name: string, namespace: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { clusterIP: 'None', ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }] },
  };
}

function networkPolicy(name: string, namespace: string): KubeObject {
  return {
    apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace },
    spec: {
      podSelector: { matchLabels: { app: name } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: [{ port: 8080, protocol: 'TCP' }] }],
    },
  };
}

function deployment(name: string, namespace: string): KubeObject {
  return {
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace },
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'main', image: 'example.com/nothing:1', ports: [{ containerPort: 8080, protocol: 'TCP' }] }] },
      },
    },
  };
}

function widget(name: string, namespace: string): KubeObject {
  return { apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name, namespace }, spec: { size: 1, colour: 'green' } };
}
