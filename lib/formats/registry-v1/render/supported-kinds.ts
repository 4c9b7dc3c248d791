/**
 * Kinds that a registry+v1 bundle may bring beside its ClusterServiceVersion and its definitions (docs/requirements.md, bundles and
 * catalogs), and whether they live in a namespace.
 * Upstream's list has VerticalPodAutoscaler as cluster-scoped, so that it gets no namespace there and cannot be applied; it is namespaced.
 */
const NAMESPACED: ReadonlyMap<string, boolean> = new Map([
  ['ClusterRole', false],
  ['ClusterRoleBinding', false],
  ['ConfigMap', true],
  ['ConsoleCLIDownload', false],
  ['ConsoleLink', false],
  ['ConsolePlugin', false],
  ['ConsoleQuickStart', false],
  ['ConsoleYAMLSample', false],
  ['NetworkPolicy', true],
  ['PodDisruptionBudget', true],
  ['PodMonitor', true],
  ['PriorityClass', false],
  ['PrometheusRule', true],
  ['Role', true],
  ['RoleBinding', true],
  ['Secret', true],
  ['Service', true],
  ['ServiceAccount', true],
  ['ServiceMonitor', true],
  ['VerticalPodAutoscaler', true],
]);

/** Whether an additional object of this kind lives in a namespace; undefined: the format does not know the kind. */
export function isNamespacedAddition(kind: string): boolean | undefined {
  return NAMESPACED.get(kind);
}

export function supportedAdditions(): readonly string[] {
  return [...NAMESPACED.keys()];
}
