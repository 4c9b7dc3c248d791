/** What the controllers may do, each rule with its reason. What extensions need is a matter of `clusterAdmin` and service accounts. */
import { GROUP, type JsonObject } from '../../api';
import { AGGREGATE_LABEL, APPROVER, LABELS, NAME } from '../names';
import type { Settings } from '../settings';

const KINDS = ['clustercatalogs', 'clusterextensions', 'clusterextensionrevisions'] as const;

interface Rule {
  readonly why: string;
  readonly rule: JsonObject;
}

const rule = (why: string, apiGroups: readonly string[], resources: readonly string[], verbs: readonly string[]): Rule =>
  ({ why, rule: { apiGroups, resources, verbs } });

/**
 * Asked for by the admission plugin OwnerReferencesPermissionEnforcement, which some distributions switch on: revisions have their
 * extension as an owner that blocks deletion, objects and Secrets their revision.
 */
export const BLOCKING_OWNERS: readonly Rule[] = [
  rule('owner references that block deletion are set', [GROUP], ['clusterextensions/finalizers', 'clusterextensionrevisions/finalizers'],
    ['update']),
];

export const IMPERSONATION: readonly Rule[] = [
  rule('extensions with a service account are installed as it', [''], ['serviceaccounts'], ['impersonate']),
];

/** Cluster-wide. */
export const CLUSTER_RULES: readonly Rule[] = [
  rule('our kinds are watched', [GROUP], KINDS, ['get', 'list', 'watch']),
  rule('finalizers, labels and lifecycle states are set', [GROUP], ['clusterextensions', 'clusterextensionrevisions'], ['patch']),
  rule('extensions make revisions, and remove the oldest', [GROUP], ['clusterextensionrevisions'], ['create', 'delete']),
  rule('what operator-controller of upstream has installed is taken over, and what is left of it goes', [GROUP], ['clusterobjectsets'],
    ['get', 'list', 'watch', 'patch', 'delete']),
  rule('packages that extensions need become extensions, where they ask for it', [GROUP], ['clusterextensions'], ['create']),
  rule('what was observed is written', [GROUP], KINDS.map((kind) => `${kind}/status`), ['update']),
  ...BLOCKING_OWNERS,
  rule('transitions are told as events', ['events.k8s.io'], ['events'], ['create', 'patch']),
  rule('our CRDs are waited for; those of extensions are compared with their new forms before an upgrade', ['apiextensions.k8s.io'],
    ['customresourcedefinitions'], ['get', 'list', 'watch']),
  rule('claims that would go with what made them are looked for before a teardown', [''], ['persistentvolumeclaims'], ['list']),
  ...IMPERSONATION,
];

/** Only where the metrics are for callers that the API server knows. */
export const REVIEW_RULES: readonly Rule[] = [
  rule('callers of the metrics are asked for', ['authentication.k8s.io'], ['tokenreviews'], ['create']),
  rule('it is asked what they may do', ['authorization.k8s.io'], ['subjectaccessreviews'], ['create']),
];

/** In the namespace of the controllers. */
export const NAMESPACE_RULES: readonly Rule[] = [
  rule('one replica leads', ['coordination.k8s.io'], ['leases'], ['create', 'get', 'list', 'update', 'watch']),
  rule('content of revisions, pull secrets', [''], ['secrets'], ['create', 'get', 'list', 'patch', 'watch']),
  rule('what helm was given goes when it is taken over, or taken down', [''], ['secrets'], ['delete']),
];

export function rbac({ namespace, config }: Settings): readonly JsonObject[] {
  const subject = { kind: 'ServiceAccount', name: NAME, namespace };
  const bindTo = (name: string, role: string): JsonObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name, labels: LABELS },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }, subjects: [subject],
  });
  const rules = [...CLUSTER_RULES, ...(config.metricsCertificate === '' ? [] : REVIEW_RULES)];
  return [
    {
      apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace, labels: LABELS }, automountServiceAccountToken: false,
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: NAME, labels: LABELS },
      rules: rules.map((each) => each.rule),
    },
    bindTo(NAME, NAME),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `${NAME}-extensions`, labels: LABELS },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [AGGREGATE_LABEL]: 'true' } }] },
    },
    bindTo(`${NAME}-extensions`, `${NAME}-extensions`),
    ...(config.clusterAdmin ? [bindTo(`${NAME}-cluster-admin`, 'cluster-admin')] : []),
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: NAME, namespace, labels: LABELS },
      rules: NAMESPACE_RULES.map((each) => each.rule),
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: NAME, namespace, labels: LABELS },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME }, subjects: [subject],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: `${NAME}-metrics-reader`, labels: LABELS },
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: APPROVER, labels: LABELS },
      rules: [
        { apiGroups: [GROUP], resources: ['clusterextensionrevisions'], verbs: ['get', 'list', 'watch', 'patch', 'update', 'approve'] },
        // What is installed now is shown beside what waits.
        { apiGroups: [GROUP], resources: ['clusterextensions'], verbs: ['get', 'list', 'watch'] },
      ],
    },
  ];
}
