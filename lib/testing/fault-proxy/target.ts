/**
 * The API server behind the proxy, and the kubeconfig that leads to the proxy instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';
import { asObject, type JsonObject } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';

/** An API server without a kubeconfig. */
export interface ProxyTarget {
  /** `https://HOST:PORT`, or with http. */
  readonly server: string;
  /** PEM of the authorities to trust. @default the system's */
  readonly ca?: string;
  /** Sent for callers that bring no credentials of their own. */
  readonly token?: string;
  /** PEM of a client certificate and its key: the proxy shows it for every caller. */
  readonly cert?: string;
  readonly key?: string;
}

/** What the proxy needs to know of it. */
export interface Upstream {
  readonly url: URL;
  readonly token?: string;
  readonly tls: AgentOptions;
  /** The user's entry of the kubeconfig without what the proxy does for it. */
  readonly user: JsonObject;
  readonly namespace?: string;
}

export function upstreamOf(target: string | ProxyTarget): Upstream {
  if (typeof target === 'string') return fromKubeconfig(target);
  const { server, ca, token, cert, key } = target;
  const tls = { ...defined({ ca, cert, key }), rejectUnauthorized: true };
  return { url: urlOf(server), tls, user: {}, ...defined({ token }) };
}

/** Its current context. Certificates of the user stay with the proxy; tokens and credential plugins stay with the caller. */
function fromKubeconfig(file: string): Upstream {
  const { cluster, user, context } = currentContext(file);
  const text = (fields: JsonObject, name: string): string | undefined => (typeof fields[name] === 'string' && fields[name] !== ''
    ? fields[name]
    : undefined);
  const pem = (fields: JsonObject, name: string): string | undefined => {
    const data = text(fields, `${name}-data`);
    if (data !== undefined) return Buffer.from(data, 'base64').toString();
    const path = text(fields, name);
    return path === undefined ? undefined : readFileSync(resolve(dirname(file), path), 'utf8');
  };
  const server = text(cluster, 'server');
  if (server === undefined) throw invalid(file, 'its current context names no server');
  if (text(cluster, 'proxy-url') !== undefined) throw invalid(file, 'it reaches the server through a proxy, which the fault proxy cannot');
  const [ca, cert, key] = [pem(cluster, 'certificate-authority'), pem(user, 'client-certificate'), pem(user, 'client-key')];
  const serverName = text(cluster, 'tls-server-name');
  const tokenFile = text(user, 'tokenFile');
  const {
    'client-certificate': _cert, 'client-certificate-data': _certData, 'client-key': _key, 'client-key-data': _keyData, ...rest
  } = user;
  // Callers like kubectl send no token over plain HTTP: then this one counts.
  const token = text(user, 'token')
    ?? (tokenFile === undefined ? undefined : readFileSync(resolve(dirname(file), tokenFile), 'utf8').trim());
  const namespace = text(context, 'namespace');
  return {
    url: urlOf(server),
    tls: {
      ...defined({ ca, cert, key, servername: serverName }),
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
    },
    user: { ...rest, ...(tokenFile === undefined ? {} : { tokenFile: resolve(dirname(file), tokenFile) }) },
    ...defined({ namespace, token }),
  };
}

function currentContext(file: string): Readonly<Record<'cluster' | 'user' | 'context', JsonObject>> {
  let document: JsonObject | undefined;
  try {
    document = asObject(load(readFileSync(file, 'utf8')));
  } catch (error) {
    throw invalid(file, messageOf(error).replace(/\.$/, ''));
  }
  const entry = (list: string, name: unknown, field: string): JsonObject => {
    const entries: readonly unknown[] = Array.isArray(document?.[list]) ? document[list] : [];
    return asObject(asObject(entries.find((candidate) => asObject(candidate)?.['name'] === name))?.[field]) ?? {};
  };
  const context = entry('contexts', document?.['current-context'], 'context');
  return { context, cluster: entry('clusters', context['cluster'], 'cluster'), user: entry('users', context['user'], 'user') };
}

function invalid(file: string, what: string): BoxcutterError {
  return new BoxcutterError('kubeconfig-invalid', 'input', `The kubeconfig ${file} cannot be used: ${what}.`, {
    hint: 'Give the fault proxy a kubeconfig whose current context leads to an API server directly.',
    details: { path: file },
  });
}

function urlOf(server: string): URL {
  try {
    return new URL(server);
  } catch {
    throw new BoxcutterError(
      'kubeconfig-invalid', 'input',
      `"${server}" is not the address of a server.`,
      { hint: 'Write it like https://127.0.0.1:6443.' },
    );
  }
}

/** Connections to the server: kept open for requests, one each for watches. */
export function agentOf({ url, tls }: Upstream, keepAlive: boolean): HttpAgent | HttpsAgent {
  return url.protocol === 'https:' ? new HttpsAgent({ ...tls, keepAlive }) : new HttpAgent({ keepAlive });
}

/** Writes the kubeconfig that leads to the proxy, readable by its owner only. */
export function writeProxyKubeconfig(file: string, address: string, { user, namespace }: Upstream): void {
  const document = {
    'apiVersion': 'v1',
    'kind': 'Config',
    'clusters': [{ name: 'fault-proxy', cluster: { server: address } }],
    'users': [{ name: 'fault-proxy', user }],
    'contexts': [{ name: 'fault-proxy', context: { cluster: 'fault-proxy', user: 'fault-proxy', ...defined({ namespace }) } }],
    'current-context': 'fault-proxy',
  };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}
