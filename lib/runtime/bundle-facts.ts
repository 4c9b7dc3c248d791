/**
 * What rendering a bundle takes from the cluster: who issues certificates, what is served, which version it is.
 */
import { groupOf } from '../api';
import type { CertificateProviderName } from '../formats';
import type { ServedKind } from '../engine';
import type { KubeCluster } from '../kube';

export interface BundleFacts {
  /** Who issues certificates there; `none`: nobody does. */
  readonly certificates: CertificateProviderName;
  /** Like `1.36.3`. */
  readonly kubernetesVersion: string;
  /** Every version and kind that is served, as charts ask for them: `apps/v1`, `apps/v1/Deployment`. Sorted. */
  readonly apiVersions: readonly string[];
}

/** Asks the cluster: discovery, and its version. @throws BoxcutterError `server-*` */
export async function bundleFacts(cluster: Pick<KubeCluster, 'kinds' | 'version'>): Promise<BundleFacts> {
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
