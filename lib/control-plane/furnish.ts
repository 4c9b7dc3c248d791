import { ensure, request, type LocalClient } from './local-client';

/** Objects that a cluster has from its start. */
export interface Furniture {
  /** Number of simulated nodes, `node-1` and so on. */
  readonly nodes: number;
  /** Version of Kubernetes, which the nodes claim as that of their kubelets. */
  readonly version: string;
}

const capacity = { 'cpu': '1000', 'memory': '4Ti', 'ephemeral-storage': '4Ti', 'pods': '10000' };

const conditions = [
  { type: 'Ready', status: 'True', reason: 'Simulated', message: 'There is no kubelet; KWOK plays its part.' },
  ...[
    'MemoryPressure',
    'DiskPressure',
    'PIDPressure',
    'NetworkUnavailable',
  ].map((type) => ({ type, status: 'False', reason: 'Simulated' })),
];

/** As on a cluster of one node: what some operators ask of the nodes that they run on. */
const roles = { 'node-role.kubernetes.io/control-plane': '', 'node-role.kubernetes.io/master': '', 'node-role.kubernetes.io/worker': '' };

function node(name: string, version: string): object {
  const unknown = {
    machineID: '',
    systemUUID: '',
    bootID: '',
    kernelVersion: '',
    osImage: '',
    containerRuntimeVersion: '',
    kubeProxyVersion: '',
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'node.kubernetes.io/instance-type': 'simulated',
        ...roles,
      },
    },
    // Ready from the start: the node controller takes the taint of a new node away as soon as it sees it.
    status: {
      capacity,
      allocatable: capacity,
      conditions,
      addresses: [{ type: 'Hostname', address: name }],
      nodeInfo: { ...unknown, kubeletVersion: version, operatingSystem: 'linux', architecture: 'amd64' },
    },
  };
}

/**
 * Claims are bound when a pod uses them, as on most real clusters. The controller manager itself makes the volumes: empty
 * folders under hostpath_pv in the system's folder for temporary files.
 */
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'kubernetes.io/host-path',
  volumeBindingMode: 'WaitForFirstConsumer',
};

function nodeNames(furniture: Furniture): string[] {
  return Array.from({ length: furniture.nodes }, (_, index) => `node-${index + 1}`);
}

/** Creates the nodes and the default StorageClass where they are missing. */
export async function furnish(client: LocalClient, furniture: Furniture): Promise<void> {
  await Promise.all([
    ...nodeNames(furniture).map((name) => ensure(client, '/api/v1/nodes', node(name, furniture.version))),
    ensure(client, '/apis/storage.k8s.io/v1/storageclasses', storageClass),
  ]);
}

/**
 * True when pods would be admitted, scheduled and run: the default namespace has its service account, no node is tainted
 * any more, and KWOK holds the lease of every node.
 */
export async function isFurnished(client: LocalClient, furniture: Furniture): Promise<boolean> {
  const answers = await Promise.all([
    request(client, 'GET', '/api/v1/namespaces/default/serviceaccounts/default'),
    ...nodeNames(furniture).flatMap((name) => [
      request(client, 'GET', `/api/v1/nodes/${name}`),
      request(client, 'GET', `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${name}`),
    ]),
  ]);
  const isTainted = (body: string): boolean => Boolean((JSON.parse(body) as { spec?: { taints?: unknown[] } }).spec?.taints?.length);
  return answers.every(({ status, body }) => status === 200 && !isTainted(body));
}
