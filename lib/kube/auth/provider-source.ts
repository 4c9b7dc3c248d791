import type { KubeconfigUser } from './kubeconfig';

/** Gives the value of the header `Authorization`. */
export type ProviderSource = () => Promise<string | undefined>;

/**
 * Has Kubernetes' own client ask the token service of an `auth-provider` entry.
 *
 * This module is built with what it needs of that client in it (tools/bundle.mjs), so that its typed API, 54 MB, is not installed
 * with us: it imports nothing else, and is itself imported only when there is such an entry.
 */
export async function providerSource(provider: NonNullable<KubeconfigUser['auth-provider']>): Promise<ProviderSource> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    // Only the user matters here; the address is not used.
    { name: 'cluster', server: 'https://localhost', skipTLSVerify: false },
    // A copy: the providers write refreshed tokens into it.
    { name: 'user', authProvider: { name: provider.name, config: { ...provider.config } } },
  );
  return async () => {
    const options: { headers: Record<string, string> } = { headers: {} };
    await config.applyToHTTPSOptions(options);
    return options.headers['Authorization'];
  };
}
