/**
 * API versions that Kubernetes served once and no longer does, with the version that dropped them. Source: the deprecation
 * guide of Kubernetes (kubernetes.io/docs/reference/using-api/deprecation-guide).
 */

/** Groups of the API server itself that have no kind to apply (any more): they are gone, or answer reviews only. */
export const groupsWithoutKinds: readonly string[] = [
  'extensions', 'settings.k8s.io', 'auditregistration.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io',
];

interface Retired {
  readonly kinds: readonly string[] | '*';
  readonly since: string;
  readonly replacedBy?: ReplacedBy;
}

/** What replaces a kind, when that is not the same kind in another version. */
export type ReplacedBy = 'pod-security-admission';

const retired: Readonly<Record<string, readonly Retired[]>> = {
  'extensions/v1beta1': [
    { kinds: ['PodSecurityPolicy'], since: '1.16', replacedBy: 'pod-security-admission' },
    { kinds: ['Ingress'], since: '1.22' },
    { kinds: '*', since: '1.16' },
  ],
  'apps/v1beta1': [{ kinds: '*', since: '1.16' }],
  'apps/v1beta2': [{ kinds: '*', since: '1.16' }],
  'admissionregistration.k8s.io/v1beta1': [{ kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'], since: '1.22' }],
  'apiextensions.k8s.io/v1beta1': [{ kinds: '*', since: '1.22' }],
  'apiregistration.k8s.io/v1beta1': [{ kinds: '*', since: '1.22' }],
  'certificates.k8s.io/v1beta1': [{ kinds: ['CertificateSigningRequest'], since: '1.22' }],
  'coordination.k8s.io/v1beta1': [{ kinds: ['Lease'], since: '1.22' }],
  'networking.k8s.io/v1beta1': [{ kinds: ['Ingress', 'IngressClass'], since: '1.22' }],
  'rbac.authorization.k8s.io/v1beta1': [{ kinds: '*', since: '1.22' }],
  'rbac.authorization.k8s.io/v1alpha1': [{ kinds: '*', since: '1.22' }],
  'scheduling.k8s.io/v1beta1': [{ kinds: ['PriorityClass'], since: '1.22' }],
  'storage.k8s.io/v1beta1': [
    { kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'], since: '1.22' },
    { kinds: ['CSIStorageCapacity'], since: '1.27' },
  ],
  'batch/v1beta1': [{ kinds: ['CronJob'], since: '1.25' }],
  'batch/v2alpha1': [{ kinds: ['CronJob'], since: '1.21' }],
  'discovery.k8s.io/v1beta1': [{ kinds: ['EndpointSlice'], since: '1.25' }],
  'events.k8s.io/v1beta1': [{ kinds: ['Event'], since: '1.25' }],
  'autoscaling/v2beta1': [{ kinds: '*', since: '1.25' }],
  'autoscaling/v2beta2': [{ kinds: '*', since: '1.26' }],
  'policy/v1beta1': [
    { kinds: ['PodSecurityPolicy'], since: '1.25', replacedBy: 'pod-security-admission' },
    { kinds: '*', since: '1.25' },
  ],
  'node.k8s.io/v1beta1': [{ kinds: ['RuntimeClass'], since: '1.25' }],
  'flowcontrol.apiserver.k8s.io/v1beta1': [{ kinds: '*', since: '1.26' }],
  'flowcontrol.apiserver.k8s.io/v1beta2': [{ kinds: '*', since: '1.29' }],
  'flowcontrol.apiserver.k8s.io/v1beta3': [{ kinds: '*', since: '1.32' }],
};

/** When Kubernetes stopped serving a kind in an API version; undefined when it never served it or we do not know. */
export function retirementOf(apiVersion: string, kind: string): Pick<Retired, 'since' | 'replacedBy'> | undefined {
  const entries = Object.hasOwn(retired, apiVersion) ? retired[apiVersion] : undefined;
  return entries?.find(({ kinds }) => kinds === '*' || kinds.includes(kind));
}
