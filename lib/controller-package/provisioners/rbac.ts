/** What the provisioners may do beside the controllers, each rule with its reason. What bundles need is a matter of `clusterAdmin`. */
import { GROUP as API_GROUP, type JsonObject } from '../../api';
import { BUNDLES, BUNDLES_PORT, NAME, SELECTOR } from '../names';
import type { ProvisionersPackageConfig } from './config';

export const PROVISIONERS = 'boxcutter-provisioners';
/** Of those who may read what Bundles are unpacked to. */
export const BUNDLE_READER = 'boxcutter-bundle-reader';
/** Of those who may have bundles installed, which is to do all that the controllers may. */
export const BUNDLE_DEPLOYER = 'boxcutter-bundle-deployer';
/** Of those who may look at what is installed. */
export const BUNDLE_VIEWER = 'boxcutter-bundle-viewer';
export const PROVISIONER_LABELS = { 'app.kubernetes.io/name': PROVISIONERS, 'app.kubernetes.io/part-of': 'boxcutter' } as const;
const GROUP = 'core.rukpak.io';

interface Rule {
  readonly why: string;
  readonly rule: JsonObject;
}

const rule = (why: string, apiGroups: readonly string[], resources: readonly string[], verbs: readonly string[]): Rule =>
  ({ why, rule: { apiGroups, resources, verbs } });

/** Cluster-wide. */
export const PROVISIONER_RULES: readonly Rule[] = [
  rule('templates become Bundles, and those that nothing stands for go', [GROUP], ['bundles'],
    ['create', 'delete', 'get', 'list', 'watch']),
  rule('deployments are watched, and get their finalizer', [GROUP], ['bundledeployments'], ['get', 'list', 'patch', 'watch']),
  rule('what was observed is written', [GROUP], ['bundles/status', 'bundledeployments/status'], ['get', 'update']),
  rule('Bundles and revisions have their deployment as an owner that blocks deletion', [GROUP], ['bundledeployments/finalizers'],
    ['update']),
  rule('the namespace of a deployment is made where it is not there', [''], ['namespaces'], ['create', 'get']),
];

/** Only where content is served. */
export const SERVING_RULES: readonly Rule[] = [
  rule('callers are asked for', ['authentication.k8s.io'], ['tokenreviews'], ['create']),
  rule('it is asked what they may do', ['authorization.k8s.io'], ['subjectaccessreviews'], ['create']),
];

/** Bound to nobody. None of them is aggregated: whoever may edit a namespace would get the rights of the controllers. */
export const USER_ROLES: Readonly<Record<string, readonly Rule[]>> = {
  [BUNDLE_DEPLOYER]: [
    rule('deployments and Bundles are made, changed and deleted', [GROUP], ['bundledeployments', 'bundles'],
      ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']),
    rule('how they stand is in their revisions', [API_GROUP], ['clusterextensionrevisions'], ['get', 'list', 'watch']),
  ],
  [BUNDLE_VIEWER]: [
    rule('deployments and Bundles are looked at', [GROUP], ['bundledeployments', 'bundles'], ['get', 'list', 'watch']),
    rule('how they stand is in their revisions', [API_GROUP], ['clusterextensionrevisions'], ['get', 'list', 'watch']),
  ],
};

/** In the namespace of the controllers. */
export const SOURCE_RULES: readonly Rule[] = [
  rule('sources name ConfigMaps, pull secrets and credentials', [''], ['configmaps', 'secrets'], ['get']),
];

export function provisionerRbac({ controllerNamespace: namespace, serves }: ProvisionersPackageConfig): readonly JsonObject[] {
  const subjects = [{ kind: 'ServiceAccount', name: NAME, namespace }];
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const metadata = { name: PROVISIONERS, labels: PROVISIONER_LABELS };
  const roleRef = (kind: string): JsonObject => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: PROVISIONERS });
  const clusterRules = serves ? [...PROVISIONER_RULES, ...SERVING_RULES] : PROVISIONER_RULES;
  return [
    { apiVersion, kind: 'ClusterRole', metadata, rules: clusterRules.map((each) => each.rule) },
    { apiVersion, kind: 'ClusterRoleBinding', metadata, roleRef: roleRef('ClusterRole'), subjects },
    { apiVersion, kind: 'Role', metadata: { ...metadata, namespace }, rules: SOURCE_RULES.map((each) => each.rule) },
    { apiVersion, kind: 'RoleBinding', metadata: { ...metadata, namespace }, roleRef: roleRef('Role'), subjects },
    {
      apiVersion, kind: 'ClusterRole', metadata: { name: BUNDLE_READER, labels: PROVISIONER_LABELS },
      rules: [{ nonResourceURLs: ['/bundles/*'], verbs: ['get'] }],
    },
    ...Object.entries(USER_ROLES).map(([name, rules]): JsonObject => ({
      apiVersion, kind: 'ClusterRole', metadata: { name, labels: PROVISIONER_LABELS }, rules: rules.map((each) => each.rule),
    })),
  ];
}

/** How content is reached, where it is served. */
export function provisionerServing({ controllerNamespace: namespace, serves }: ProvisionersPackageConfig): readonly JsonObject[] {
  if (!serves) return [];
  return [
    {
      apiVersion: 'v1', kind: 'Service', metadata: { name: BUNDLES, namespace, labels: PROVISIONER_LABELS },
      spec: { selector: SELECTOR, ports: [{ name: 'bundles', port: 443, targetPort: BUNDLES_PORT, protocol: 'TCP' }] },
    },
    {
      apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: BUNDLES, namespace, labels: PROVISIONER_LABELS },
      spec: {
        podSelector: { matchLabels: SELECTOR }, policyTypes: ['Ingress'],
        ingress: [{ ports: [{ port: BUNDLES_PORT, protocol: 'TCP' }] }],
      },
    },
  ];
}
