/** Who may reach the controllers, and whom they may reach. */
import type { JsonObject } from '../../api';
import { CATALOGS_PORT, HEALTH_PORT, LABELS, METRICS_PORT, NAME, SELECTOR } from '../names';
import type { Settings } from '../settings';

/** Label of namespaces whose pods may read the metrics. */
const METRICS_LABEL = { metrics: 'enabled' } as const;

export function network({ namespace }: Settings): readonly JsonObject[] {
  const policy = (name: string, spec: JsonObject): JsonObject => ({
    apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace, labels: LABELS },
    spec: { podSelector: { matchLabels: SELECTOR }, ...spec },
  });
  return [
    policy(NAME, {
      policyTypes: ['Ingress', 'Egress'],
      // The kubelet asks for health from the node; catalogs are for everybody in the cluster.
      ingress: [{ ports: [{ port: HEALTH_PORT, protocol: 'TCP' }, { port: CATALOGS_PORT, protocol: 'TCP' }] }],
      // API server, name service, registries, catalogs: their addresses are not known here.
      egress: [{}],
    }),
    policy(`${NAME}-metrics`, {
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: METRICS_LABEL } }], ports: [{ port: METRICS_PORT, protocol: 'TCP' }] }],
    }),
  ];
}
