/** Which names the API server accepts for which kinds, and the syntax of labels and annotations. */

const label = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const dns1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const qualified = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

function isLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

function isSubdomain(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => label.test(part));
}

const SUBDOMAIN = 'use lower-case letters, digits, "-" and "."; begin and end with a letter or digit; at most 253 characters';
const LABEL = 'use lower-case letters, digits and "-"; begin and end with a letter or digit; at most 63 characters';

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
 * Why the API server refuses a name for a kind, as the second half of a sentence; undefined when it takes it.
 * @param version Kubernetes version, like `1.36`.
 */
export function nameProblem(group: string, kind: string, name: string, version: string): string | undefined {
  const id = `${group} ${kind}`;
  if (pathNames.has(id)) return pathNameProblem(name);
  if (id === ' Namespace' || id === 'apps StatefulSet') return isLabel(name) ? undefined : LABEL;
  if (id === ' Service') {
    // From 1.35 on a Service name may begin with a digit (KEP-5311).
    if (version !== '1.34') return isLabel(name) ? undefined : LABEL;
    return name.length <= 63 && dns1035.test(name) ? undefined : `${LABEL}; begin with a letter`;
  }
  if (!isSubdomain(name)) return SUBDOMAIN;
  if (id === 'batch CronJob' && name.length > 52) return 'the name of a CronJob has at most 52 characters, because its Jobs get eleven more';
  return undefined;
}

/** Why no API server takes a name, whatever the kind: it is part of the address of the object. */
export function pathNameProblem(name: string): string | undefined {
  return name === '.' || name === '..' || /[/%]/.test(name) ? 'a name may not be "." or "..", and may not contain "/" or "%"' : undefined;
}

/** Why a namespace's name is refused. */
export function namespaceProblem(name: string): string | undefined {
  return isLabel(name) ? undefined : LABEL;
}

/** Why a label or annotation key is refused. */
export function keyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const [prefix, name] = slash < 0 ? [undefined, key] : [key.slice(0, slash), key.slice(slash + 1)];
  if (prefix !== undefined && !isSubdomain(prefix)) return `the part before "/" must be a DNS name (${SUBDOMAIN})`;
  if (name.length === 0 || name.length > 63 || !qualified.test(name)) {
    return 'the name must have 1 to 63 letters, digits, "-", "_" and ".", and begin and end with a letter or digit';
  }
  return undefined;
}

/** Why a label value is refused. */
export function labelValueProblem(value: string): string | undefined {
  if (value === '' || (value.length <= 63 && qualified.test(value))) return undefined;
  return 'a label value has at most 63 letters, digits, "-", "_" and ".", and begins and ends with a letter or digit';
}

/** Bytes that all annotations of an object may have, keys and values together. */
export const MAX_ANNOTATIONS = 256 * 1024;
