/**
 * What the Cluster API operator may do, each rule with its reason. What providers need is a matter of `clusterAdmin` and aggregated roles.
 */
import type { JsonObject } from '../../api';
import { CERTIFICATE_SECRET } from '../../controllers/cluster-api/requirement/certificates/secret';
import { NAME, SELECTOR, WEBHOOK, WEBHOOK_PORT } from '../names';
import type { ClusterApiPackageConfig } from './config';

export const CLUSTER_API = 'boxcutter-cluster-api';
export const CLUSTER_API_LABELS = { 'app.kubernetes.io/name': CLUSTER_API, 'app.kubernetes.io/part-of': 'boxcutter' } as const;

interface Rule {
  readonly why: string;
  readonly rule: JsonObject;
}

const rule = (why: string, apiGroups: readonly string[], resources: readonly string[], verbs: readonly string[]): Rule =>
  ({ why, rule: { apiGroups, resources, verbs } });

/** Asked for by the admission plugin OwnerReferencesPermissionEnforcement, which some distributions switch on. */
export const BLOCKING_OWNERS: readonly Rule[] = [
  rule(
    'revisions have the configuration as an owner that blocks deletion', ['operator.openshift.io'], ['clusterapis/finalizers'], ['update'],
  ),
  rule('policies and webhooks have their requirement as one', ['apiextensions.openshift.io'], ['compatibilityrequirements/finalizers'],
    ['update']),
];

/** Cluster-wide. */
export const CLUSTER_API_RULES: readonly Rule[] = [
  rule('the configuration is watched', ['operator.openshift.io'], ['clusterapis'], ['get', 'list', 'watch']),
  rule('versions are written', ['operator.openshift.io'], ['clusterapis/status'], ['update']),
  ...BLOCKING_OWNERS,
  rule('requirements are made, kept and taken down', ['apiextensions.openshift.io'], ['compatibilityrequirements'],
    ['create', 'delete', 'get', 'list', 'patch', 'watch']),
  rule('what was found is written', ['apiextensions.openshift.io'], ['compatibilityrequirements/status'], ['update']),
  rule('what a requirement refuses is a policy', ['admissionregistration.k8s.io'],
    ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'], ['create', 'delete', 'list', 'patch', 'watch']),
  rule('and a webhook, for objects', ['admissionregistration.k8s.io'], ['validatingwebhookconfigurations'],
    ['create', 'delete', 'list', 'patch', 'watch']),
  rule('definitions are compared with what is required', ['apiextensions.k8s.io'], ['customresourcedefinitions'], ['get', 'list', 'watch']),
  rule('the platform is looked up', ['config.openshift.io'], ['infrastructures'], ['get', 'list', 'watch']),
  rule('how it is going is told', ['config.openshift.io'], ['clusteroperators'], ['get', 'list', 'watch']),
  rule('and written', ['config.openshift.io'], ['clusteroperators/status'], ['update']),
];

/** In the namespace of the ConfigMaps of revisions. */
export const REVISION_RULES: readonly Rule[] = [
  rule('revisions are made, get their finalizer, and go', [''], ['configmaps'], ['create', 'delete', 'get', 'list', 'patch', 'watch']),
];

/** In the namespace of transport ConfigMaps. */
export const TRANSPORT_RULES: readonly Rule[] = [rule('transport ConfigMaps are read', [''], ['configmaps'], ['get', 'list', 'watch'])];

/** In the namespace of the controllers. */
export const CERTIFICATE_RULES: readonly Rule[] = [
  rule('the certificate of the webhook is made', [''], ['secrets'], ['create']),
  {
    why: 'renewed, and read by every replica',
    rule: { apiGroups: [''], resources: ['secrets'], resourceNames: [CERTIFICATE_SECRET], verbs: ['list', 'patch', 'watch'] },
  },
];

export function clusterApiRbac({ controllerNamespace, namespace, transportNamespace }: ClusterApiPackageConfig): readonly JsonObject[] {
  const subjects = [{ kind: 'ServiceAccount', name: NAME, namespace: controllerNamespace }];
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const role = (name: string, where: string, rules: readonly Rule[]): readonly JsonObject[] => [
    { apiVersion, kind: 'Role', metadata: { name, namespace: where, labels: CLUSTER_API_LABELS }, rules: rules.map((each) => each.rule) },
    {
      apiVersion, kind: 'RoleBinding', metadata: { name, namespace: where, labels: CLUSTER_API_LABELS },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name }, subjects,
    },
  ];
  return [
    ...[namespace, transportNamespace].map(
      (name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: CLUSTER_API_LABELS } }),
    ),
    {
      apiVersion, kind: 'ClusterRole', metadata: {
        name: CLUSTER_API, labels: CLUSTER_API_LABELS,
      }, rules: CLUSTER_API_RULES.map((each) => each.rule),
    },
    {
      apiVersion, kind: 'ClusterRoleBinding', metadata: { name: CLUSTER_API, labels: CLUSTER_API_LABELS },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: CLUSTER_API }, subjects,
    },
    ...role(`${CLUSTER_API}-revisions`, namespace, REVISION_RULES),
    ...role(`${CLUSTER_API}-transport`, transportNamespace, TRANSPORT_RULES),
    ...role(`${CLUSTER_API}-webhook`, controllerNamespace, CERTIFICATE_RULES),
  ];
}

/** How the API server reaches the webhook. */
export function clusterApiServing({ controllerNamespace: namespace }: ClusterApiPackageConfig): readonly JsonObject[] {
  return [
    {
      apiVersion: 'v1', kind: 'Service', metadata: { name: WEBHOOK, namespace, labels: CLUSTER_API_LABELS },
      spec: { selector: SELECTOR, ports: [{ name: 'webhook', port: 443, targetPort: WEBHOOK_PORT, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: WEBHOOK, namespace, labels: CLUSTER_API_LABELS },
      spec: {
        podSelector: { matchLabels: SELECTOR }, policyTypes: ['Ingress'], ingress: [{ ports: [{ port: WEBHOOK_PORT, protocol: 'TCP' }] }],
      },
    },
  ];
}
