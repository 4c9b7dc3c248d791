/** Which names the API server accepts for which kinds, and the syntax of labels and annotations. */
import { isDnsLabel, isDnsSubdomain } from '../api';
import type { KeyPart, NameRule } from './issues';

const dns1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const qualified = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Kinds whose names only have to fit into a path. */
const pathNames: ReadonlySet<string> = new Set([
  'rbac.authorization.k8s.io Role',
  'rbac.authorization.k8s.io ClusterRole',
  'rbac.authorization.k8s.io RoleBinding',
  'rbac.authorization.k8s.io ClusterRoleBinding',
  'policy PodDisruptionBudget',
  'certificates.k8s.io CertificateSigningRequest',
  'certificates.k8s.io ClusterTrustBundle',
  'networking.k8s.io IPAddress',
  'apiregistration.k8s.io APIService',
  'internal.apiserver.k8s.io StorageVersion',
  ' Event',
]);

/**
 * The rule by which the API server refuses a name for a kind; undefined when it takes it.
 * @param version Kubernetes version, like `1.36`.
 */
export function brokenNameRule(group: string, kind: string, name: string, version: string): NameRule | undefined {
  const id = `${group} ${kind}`;
  if (pathNames.has(id)) return fitsIntoPath(name) ? undefined : 'path';
  if (id === ' Namespace' || id === 'apps StatefulSet') return isDnsLabel(name) ? undefined : 'label';
  if (id === ' Service') {
    // From 1.35 on a Service name may begin with a digit (KEP-5311).
    if (version !== '1.34') return isDnsLabel(name) ? undefined : 'label';
    return name.length <= 63 && dns1035.test(name) ? undefined : 'label-with-letter';
  }
  if (!isDnsSubdomain(name)) return 'subdomain';
  if (id === 'batch CronJob' && name.length > 52) return 'cron-job';
  return undefined;
}

/** Every API server wants this of a name, whatever the kind: it is part of the address of the object. */
export function fitsIntoPath(name: string): boolean {
  return name !== '.' && name !== '..' && !/[/%]/.test(name);
}

export function isNamespaceName(name: string): boolean {
  return isDnsLabel(name);
}

/** The part of a label's or annotation's key that is refused. */
export function brokenKeyPart(key: string): KeyPart | undefined {
  const slash = key.indexOf('/');
  const [prefix, name] = slash < 0 ? [undefined, key] : [key.slice(0, slash), key.slice(slash + 1)];
  if (prefix !== undefined && !isDnsSubdomain(prefix)) return 'prefix';
  return name.length === 0 || name.length > 63 || !qualified.test(name) ? 'name' : undefined;
}

export function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= 63 && qualified.test(value));
}

/** Bytes that all annotations of an object may have, keys and values together. */
export const MAX_ANNOTATIONS = 256 * 1024;
