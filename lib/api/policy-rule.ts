/** One rule of a Role or ClusterRole (rbac.authorization.k8s.io/v1). */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  /** Absent or empty: all names. */
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}
