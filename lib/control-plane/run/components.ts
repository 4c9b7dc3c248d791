import * as path from 'node:path';
import { serviceAccountKeys } from '../credentials';
import type { BinaryName } from '../programs/pins';
import type { ClusterPlaces } from '../places';

/** How to start one program of a cluster. */
export interface Component {
  readonly name: BinaryName;
  readonly args: readonly string[];
}

/** The order of start. `stop.ts` has that of the end: an API server that loses etcd first does not end by itself. */
export const startOrder: readonly BinaryName[] = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok'];

/**
 * Sockets in the cluster's folder, which only its owner may enter: etcd asks for no credentials. The part after the
 * colon only has to look like a port.
 */
export const sockets = { client: 'etcd:1', peer: 'peer:1' } as const;

/**
 * All programs run in the cluster's folder, so relative names are enough, and socket paths stay under the system's limit of some 100 bytes.
 */
export function etcd(): Component {
  return {
    name: 'etcd',
    args: [
      '--data-dir=etcd.data',
      `--listen-client-urls=unix://${sockets.client}`,
      `--advertise-client-urls=unix://${sockets.client}`,
      `--listen-peer-urls=unix://${sockets.peer}`,
      '--initial-advertise-peer-urls=http://localhost:1',
      '--initial-cluster=default=http://localhost:1',
      '--unsafe-no-fsync',
      '--log-level=warn',
      '--auto-compaction-mode=periodic',
      '--auto-compaction-retention=10m',
    ],
  };
}

export function apiServer(places: ClusterPlaces, port: number, policy: string): Component {
  const keys = serviceAccountKeys(places);
  return {
    name: 'kube-apiserver',
    args: [
      `--etcd-servers=unix://${sockets.client}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${places.certificates}`,
      `--token-auth-file=${places.tokens}`,
      '--authorization-mode=RBAC',
      '--allow-privileged=true',
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      `--service-account-signing-key-file=${keys.privateKey}`,
      `--service-account-key-file=${keys.publicKey}`,
      '--service-cluster-ip-range=10.96.0.0/16',
      // No pod runs for real, so no pod could reach the endpoints of the service "kubernetes"; and a loopback address is refused there.
      '--endpoint-reconciler-type=none',
      `--audit-policy-file=${policy}`,
      `--audit-log-path=${places.auditLog}`,
      '--audit-log-maxsize=50',
      '--audit-log-maxbackup=2',
      '--profiling=false',
    ],
  };
}

/**
 * The default limit of 20 requests a second would be what every client waits for; a real cluster has more than one client's worth of it.
 */
export function controllerManager(places: ClusterPlaces, kubeconfig: string): Component {
  return {
    name: 'kube-controller-manager',
    args: [
      `--kubeconfig=${kubeconfig}`,
      '--secure-port=0',
      '--leader-elect=false',
      '--kube-api-qps=500',
      '--kube-api-burst=1000',
      '--concurrent-namespace-syncs=20',
      `--service-account-private-key-file=${serviceAccountKeys(places).privateKey}`,
      `--root-ca-file=${places.servingCertificate}`,
      '--enable-hostpath-provisioner=true',
      '--profiling=false',
    ],
  };
}

export function scheduler(config: string): Component {
  return { name: 'kube-scheduler', args: [`--config=${config}`, '--secure-port=0'] };
}

/** KubeSchedulerConfiguration: no leader to elect, and pods that found no node are tried again soon. */
export function schedulerConfiguration(kubeconfig: string): string {
  return JSON.stringify({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    clientConnection: { kubeconfig, qps: 500, burst: 1000 },
    leaderElection: { leaderElect: false },
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 2,
  });
}

export function kwok(kubeconfig: string, tools: string): Component {
  return { name: 'kwok', args: [`--kubeconfig=${kubeconfig}`, `--config=${path.join(tools, 'workloads.yaml')}`, '--server-address='] };
}
