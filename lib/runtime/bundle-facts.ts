/**
 * What rendering a bundle takes from the cluster: who issues certificates, what is served, which version it is.
 */
import { groupOf } from '../api';
import type { CertificateProviderName, ClusterFacts } from '../formats';
import type { ServedKind } from '../engine';
import type { KubeCluster } from '../kube';

/** Asks the cluster: discovery, and its version. @throws BoxcutterError `server-*` */
export async function bundleFacts(cluster: Pick<KubeCluster, 'kinds' | 'version'>): Promise<ClusterFacts> {
  const [kinds, { gitVersion }] = await Promise.all([cluster.kinds(), cluster.version()]);
  return {
    certificates: certificateProviderOf(kinds),
    kubernetesVersion: gitVersion.replace(/^v/, ''),
    apiVersions: [...new Set(kinds.flatMap(({ apiVersion, kind }) => [apiVersion, `${apiVersion}/${kind}`]))].sort(),
  };
}

/**
 * OpenShift's own service comes first: it is there from the beginning and stays, so that cert-manager being installed later changes nothing
 * for what runs already.
 */
export function certificateProviderOf(kinds: readonly Pick<ServedKind, 'apiVersion' | 'kind'>[]): CertificateProviderName {
  const serves = (group: string, name: string): boolean =>
    kinds.some(({ apiVersion, kind }) => kind === name && groupOf(apiVersion) === group);
  if (serves('operator.openshift.io', 'ServiceCA')) return 'service-ca';
  return serves('cert-manager.io', 'Certificate') ? 'cert-manager' : 'none';
}
