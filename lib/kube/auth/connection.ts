import type { Credentials } from './identity';

/** Everything needed to reach one API server as one user: what a kubeconfig context, or the inside of a pod, comes down to. */
export interface Connection {
  /** Base address, without a slash at the end; may have a path (Rancher and other proxies). */
  readonly server: string;
  /** Where objects without a namespace go. */
  readonly namespace: string;
  readonly tls: {
    /** PEM of the authorities to trust instead of the system's. */
    readonly ca?: string;
    /** Name to expect in the server's certificate, and to ask for, instead of the host's. */
    readonly serverName?: string;
    /** Believe any certificate. Only because a kubeconfig may say so. */
    readonly insecure?: boolean;
  };
  /** HTTP proxy to reach the server through. */
  readonly proxy?: URL;
  readonly credentials: Credentials;
  readonly impersonate?: Impersonation;
  /** Where this comes from, for messages: `context "kind" of ~/.kube/config`. */
  readonly origin: string;
}

/** Act as another user (`Impersonate-*` headers). */
export interface Impersonation {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export function impersonationHeaders(impersonate: Impersonation | undefined): Record<string, string | string[]> {
  if (impersonate === undefined) return {};
  const headers: Record<string, string | string[]> = { 'Impersonate-User': impersonate.user };
  if (impersonate.groups?.length) headers['Impersonate-Group'] = [...impersonate.groups];
  if (impersonate.uid) headers['Impersonate-Uid'] = impersonate.uid;
  for (const [key, values] of Object.entries(impersonate.extra ?? {})) {
    headers[`Impersonate-Extra-${encodeURIComponent(key)}`] = [...values];
  }
  return headers;
}
