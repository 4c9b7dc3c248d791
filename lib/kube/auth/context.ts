import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { fromClient, type ClientKubeConfig } from './client-kubeconfig';
import type { Connection, Impersonation } from './connection';
import { credentialsOf, noCredentials } from './credentials';
import { dataOrFile } from './file-credentials';
import { kubeconfigOfText, readKubeconfig, type Kubeconfig, type KubeconfigCluster, type KubeconfigUser } from './kubeconfig';
import { proxyFor } from '../../net';
import { defaultTiming, type Timing } from '../timing';

export interface ContextOptions {
  readonly kubeconfig?: string | ClientKubeConfig;
  readonly context?: string;
  readonly as?: string;
  readonly asGroups?: readonly string[];
}

/** Where a pod finds its service account. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Which server, as whom: the kubeconfig's context, or the service account of the pod we run in when there is no kubeconfig.
 * Throws `kubeconfig-missing`, `kubeconfig-invalid`, `context-missing`, `credentials-unavailable`, `impersonation-incomplete`.
 */
export function resolveConnection(
  options: ContextOptions, env: NodeJS.ProcessEnv = process.env, timing: Timing = defaultTiming,
): Connection {
  const { kubeconfig: given } = options;
  const kubeconfig = typeof given === 'object' ? fromClient(given) : readKubeconfig(given, env);
  if (kubeconfig !== undefined) return fromKubeconfig(kubeconfig, options, env, timing);
  const inside = podConnection(options, env, timing);
  if (inside !== undefined) return inside;
  throw new BoxcutterError(
    'kubeconfig-missing', 'input',
    'There is no kubeconfig: none was named, KUBECONFIG is not set, and ~/.kube/config does not exist.',
    { hint: ({ option }) => `Name one with ${option('kubeconfig')}, or start a local cluster: boxcutter cluster up.` },
  );
}

/** What of a kubeconfig makes this process run something, or read a file of the machine that it is on. */
const REACHING_OUT = {
  user: ['exec', 'auth-provider', 'client-certificate', 'client-key', 'tokenFile'],
  cluster: ['certificate-authority'],
} as const;

/**
 * A kubeconfig from somebody who may name a server and credentials, and nothing else: one whose user or cluster names a program to run or
 * a file to read is refused.
 * @param name what it is called in messages: `Secret a/b`
 * @throws BoxcutterError `kubeconfig-invalid`, `context-missing`, `kubeconfig-unsafe`
 */
export function connectionOfText(text: string, name: string, timing: Timing = defaultTiming): Connection {
  const kubeconfig = kubeconfigOfText(text, name);
  const context = kubeconfig.contexts.get(kubeconfig.currentContext ?? '');
  const parts = {
    user: kubeconfig.users.get(context?.user ?? '') ?? {}, cluster: kubeconfig.clusters.get(context?.cluster ?? '') ?? { server: '' },
  };
  const found = (['user', 'cluster'] as const).flatMap((part) => {
    const fields: Readonly<Record<string, unknown>> = { ...parts[part] };
    return REACHING_OUT[part].filter((field) => Boolean(fields[field])).map((field) => `${part}.${field}`);
  });
  if (found.length > 0) {
    throw new BoxcutterError(
      'kubeconfig-unsafe', 'input',
      `The kubeconfig of ${name} has ${found.join(', ')}: no program is run and no file is read because it says so.`,
      { hint: 'Put a token, or certificates as data, into it: kubectl config view --raw --flatten --minify.', details: { fields: found } },
    );
  }
  return fromKubeconfig(kubeconfig, {}, process.env, timing);
}

function fromKubeconfig(kubeconfig: Kubeconfig, options: ContextOptions, env: NodeJS.ProcessEnv, timing: Timing): Connection {
  const inMemory = kubeconfig.files.length === 0;
  const files = inMemory ? 'the KubeConfig of the program' : kubeconfig.files.join(', ');
  const subject = inMemory ? 'The KubeConfig of the program' : `The kubeconfig ${files}`;
  const name = options.context ?? kubeconfig.currentContext;
  const known = [...kubeconfig.contexts.keys()];
  const listed = known.length > 0 ? `Contexts of ${files}: ${known.join(', ')}.` : `${subject} has no contexts at all.`;
  if (name === undefined) {
    throw new BoxcutterError('context-missing', 'input', `${subject} has no current context.`, {
      hint: ({ option }) => `Choose one with ${option('context')}. ${listed}`,
      details: { contexts: known },
    });
  }
  const context = kubeconfig.contexts.get(name);
  if (context === undefined) {
    throw new BoxcutterError('context-missing', 'input', `${subject} has no context "${name}".`, {
      hint: listed,
      details: { context: name, contexts: known },
    });
  }
  const cluster = kubeconfig.clusters.get(context.cluster);
  if (!cluster?.server) throw dangling(files, name, 'cluster', context.cluster, cluster === undefined ? 'does not exist' : 'has no server');
  const user = context.user ? kubeconfig.users.get(context.user) : {};
  if (user === undefined) throw dangling(files, name, 'user', context.user ?? '', 'does not exist');
  return assemble(cluster, user, context.namespace || 'default', `context "${name}" of ${files}`, options, env, timing);
}

/** The service account of the pod we run in; undefined outside of one. */
export function podConnection(
  options: ContextOptions, env: NodeJS.ProcessEnv, timing: Timing = defaultTiming, folder: string = SERVICE_ACCOUNT,
): Connection | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  const tokenFile = join(folder, 'token');
  if (!host || !port || !existsSync(tokenFile)) return undefined;
  const namespaceFile = join(folder, 'namespace');
  const namespace = existsSync(namespaceFile) ? readFileSync(namespaceFile, 'utf8').trim() : 'default';
  const cluster = { server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`, 'certificate-authority': join(folder, 'ca.crt') };
  return assemble(cluster, { tokenFile }, namespace || 'default', 'the service account of this pod', options, env, timing);
}

function assemble(
  cluster: KubeconfigCluster,
  user: KubeconfigUser,
  namespace: string,
  origin: string,
  options: ContextOptions,
  env: NodeJS.ProcessEnv,
  timing: Timing,
): Connection {
  const url = serverUrl(cluster.server, origin);
  const ca = dataOrFile(cluster['certificate-authority-data'], cluster['certificate-authority'], 'certificate authority');
  const proxy = proxyFor(url, cluster['proxy-url'], env);
  const impersonate = impersonationOf(user, options);
  return {
    server: cluster.server.replace(/\/+$/, ''),
    namespace,
    tls: {
      ...defined({ ca }),
      ...(cluster['tls-server-name'] ? { serverName: cluster['tls-server-name'] } : {}),
      ...(cluster['insecure-skip-tls-verify'] === true ? { insecure: true } : {}),
    },
    ...defined({ proxy }),
    // As kubectl does: without TLS they could be read on the way, and used to act as us.
    credentials: url.protocol === 'https:' ? credentialsOf(user, cluster, timing.fileMs) : noCredentials,
    ...defined({ impersonate }),
    origin,
  };
}

function serverUrl(server: string, origin: string): URL {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new BoxcutterError('kubeconfig-invalid', 'input', `The server address "${server}" (${origin}) is not an http or https URL.`, {
    hint: 'Write it as https://host:port.',
    details: { server },
  });
}

/** What the command line says replaces the kubeconfig's impersonation as a whole: groups of another user must not stick to a new one. */
function impersonationOf(user: KubeconfigUser, options: ContextOptions): Impersonation | undefined {
  if (options.as !== undefined) return { user: options.as, groups: options.asGroups ?? [] };
  if (options.asGroups?.length) {
    throw new BoxcutterError('impersonation-incomplete', 'input', 'Groups to act as were given without a user to act as.', {
      hint: ({ option }) => `Add ${option('as')} with a user name.`,
    });
  }
  if (!user.as) return undefined;
  return {
    user: user.as,
    ...(user['as-groups'] ? { groups: user['as-groups'] } : {}),
    ...(user['as-uid'] ? { uid: user['as-uid'] } : {}),
    ...(user['as-user-extra'] ? { extra: user['as-user-extra'] } : {}),
  };
}

function dangling(files: string, context: string, what: string, name: string, problem: string): BoxcutterError {
  return new BoxcutterError(
    'kubeconfig-invalid', 'input',
    `The ${what} "${name}" that context "${context}" of ${files} names ${problem}.`,
    {
      hint: ({ option }) => `Repair the kubeconfig, or choose another context with ${option('context')}.`,
      details: { context, [what]: name },
    },
  );
}
