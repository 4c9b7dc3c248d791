/** What real operators are rendered to: how many objects of each kind, in order, and a digest over their kinds, namespaces and names. */
export interface RealBundle {
  readonly folder: string;
  readonly config: Readonly<Record<string, string>>;
  readonly kinds: string;
  readonly digest: string;
}

const bundle = (folder: string, watchNamespace: string, kinds: string, digest: string): RealBundle => ({
  folder,
  config: watchNamespace === '' ? {} : { watchNamespace },
  kinds,
  digest,
});

export const REAL_BUNDLES: readonly RealBundle[] = [
  bundle(
    'argocd-operator',
    '',
    'ServiceAccount ClusterRole×5 ClusterRoleBinding×2 CustomResourceDefinition×8 Service×3 ConfigMap Deployment Issuer Certificate',
    '80e6ea54b6c8',
  ),
  bundle(
    'cert-manager-operator',
    '',
    'ServiceAccount ClusterRole×3 ClusterRoleBinding×2 CustomResourceDefinition×10 ConsoleYAMLSample×3 ConsoleQuickStart Service ConfigMap Deployment',
    '1052da5d1e59',
  ),
  bundle(
    'cert-manager-operator',
    'operators',
    'ServiceAccount Role RoleBinding ClusterRole×2 ClusterRoleBinding CustomResourceDefinition×10 ConsoleYAMLSample×3 ConsoleQuickStart Service ConfigMap Deployment',
    '7a65011c5447',
  ),
  bundle(
    'compliance-operator',
    '',
    'ServiceAccount×8 ClusterRole×23 ClusterRoleBinding×10 CustomResourceDefinition×12 RoleBinding×3 Role×2 Deployment',
    '369277f460b0',
  ),
  bundle(
    'compliance-operator',
    'team',
    'ServiceAccount×8 Role×9 RoleBinding×10 ClusterRole×16 ClusterRoleBinding×3 CustomResourceDefinition×12 Deployment',
    '6f1c8a2e4b9b',
  ),
  bundle(
    'gpu-operator',
    'operators',
    'ServiceAccount Role RoleBinding ClusterRole ClusterRoleBinding CustomResourceDefinition×5 Deployment',
    '685159c734c1',
  ),
  bundle(
    'keda-2.19.0',
    '',
    'ServiceAccount ClusterRole ClusterRoleBinding CustomResourceDefinition×7 Deployment',
    '0246a938a741',
  ),
  bundle(
    'keda-2.20.1',
    '',
    'ServiceAccount ClusterRole ClusterRoleBinding CustomResourceDefinition×9 Deployment',
    '943ee7b67754',
  ),
  bundle(
    'keda-2.20.1',
    'operators',
    'ServiceAccount ClusterRole ClusterRoleBinding CustomResourceDefinition×9 Deployment',
    '943ee7b67754',
  ),
  bundle(
    'kiali-2.29.0',
    '',
    'ServiceAccount ClusterRole ClusterRoleBinding CustomResourceDefinition Deployment',
    '98a9b8456a25',
  ),
  bundle(
    'kiali-2.30.0',
    '',
    'ServiceAccount ClusterRole ClusterRoleBinding CustomResourceDefinition Deployment',
    '98a9b8456a25',
  ),
  bundle(
    'metallb-operator',
    '',
    'ServiceAccount×4 ClusterRole×9 ClusterRoleBinding×8 CustomResourceDefinition×14 NetworkPolicy×3 Role RoleBinding Secret×3 Service×4 Deployment×2 ValidatingWebhookConfiguration×7 Issuer×2 Certificate×2',
    '64bfab1f6e52',
  ),
  bundle(
    'odf-dependencies',
    'operators',
    '',
    'e3b0c44298fc',
  ),
  bundle(
    'opentelemetry-operator',
    '',
    'ServiceAccount ClusterRole×3 ClusterRoleBinding×2 CustomResourceDefinition×4 Service×3 Deployment ValidatingWebhookConfiguration×8 MutatingWebhookConfiguration×5 Issuer Certificate',
    '5118793d7396',
  ),
  bundle(
    'tempo-operator',
    '',
    'ServiceAccount ClusterRole×3 ClusterRoleBinding×2 CustomResourceDefinition×2 Service×3 Deployment ValidatingWebhookConfiguration×2 MutatingWebhookConfiguration Issuer Certificate',
    '0732d2081d39',
  ),
];
