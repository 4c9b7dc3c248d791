import { defined } from '../../defined';
import type { ExecConfig, Kubeconfig, KubeconfigCluster, KubeconfigUser } from './kubeconfig';

/**
 * What is used of a `KubeConfig` of `@kubernetes/client-node`, which a program has loaded or put together itself. Any object of this shape
 * will do; that package need not be installed. Paths should be absolute. It is read once, when the connection is made.
 */
export interface ClientKubeConfig {
  readonly clusters: readonly ClientKubeConfigCluster[];
  readonly users: readonly ClientKubeConfigUser[];
  readonly contexts: readonly ClientKubeConfigContext[];
  readonly currentContext?: string;
}

/** A cluster, its fields named as that package names them; `caData` is base64. */
export interface ClientKubeConfigCluster {
  readonly name: string;
  readonly server: string;
  readonly caData?: string;
  readonly caFile?: string;
  readonly tlsServerName?: string;
  readonly skipTLSVerify?: boolean;
  readonly proxyUrl?: string;
}

/** A user, its fields named as that package names them; `certData` and `keyData` are base64. */
export interface ClientKubeConfigUser {
  readonly name: string;
  readonly certData?: string;
  readonly certFile?: string;
  readonly keyData?: string;
  readonly keyFile?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly impersonateUser?: string;
  /** Credential plugin, as in a kubeconfig. */
  readonly exec?: ExecConfig;
  /** As in a kubeconfig; of the name `tokenFile` with the path as `config.tokenFile`: a file with a token. */
  readonly authProvider?: { readonly name: string; readonly config?: Readonly<Record<string, string>> };
}

export interface ClientKubeConfigContext {
  readonly name: string;
  readonly cluster: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** The same in the words of a kubeconfig file. Of entries with one name the first counts, as in a file. */
export function fromClient({ clusters, users, contexts, currentContext }: ClientKubeConfig): Kubeconfig {
  return {
    clusters: byName(clusters, clusterOf),
    users: byName(users, userOf),
    contexts: byName(contexts, ({ cluster, user, namespace }) => ({ cluster, ...defined({ user, namespace }) })),
    currentContext: currentContext || undefined,
    files: [],
  };
}

function clusterOf({ server, caData, caFile, tlsServerName, skipTLSVerify, proxyUrl }: ClientKubeConfigCluster): KubeconfigCluster {
  return {
    server,
    ...defined({
      'certificate-authority-data': caData,
      'certificate-authority': caFile,
      'tls-server-name': tlsServerName,
      'insecure-skip-tls-verify': skipTLSVerify,
      'proxy-url': proxyUrl,
    }),
  };
}

function userOf(user: ClientKubeConfigUser): KubeconfigUser {
  // What that package makes of a token file, and of the service account of a pod.
  const tokenFile = user.authProvider?.name === 'tokenFile' ? user.authProvider.config?.['tokenFile'] : undefined;
  return defined({
    'client-certificate-data': user.certData,
    'client-certificate': user.certFile,
    'client-key-data': user.keyData,
    'client-key': user.keyFile,
    'token': user.token,
    'username': user.username,
    'password': user.password,
    'as': user.impersonateUser,
    'exec': user.exec,
    tokenFile,
    'auth-provider': tokenFile === undefined ? user.authProvider : undefined,
  });
}

function byName<From extends { readonly name: string }, To>(entries: readonly From[], translate: (entry: From) => To): Map<string, To> {
  const found = new Map<string, To>();
  for (const entry of entries) if (!found.has(entry.name)) found.set(entry.name, translate(entry));
  return found;
}
