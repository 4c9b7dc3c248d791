/** Names and labels that the objects of the controllers share. */
export const NAME = 'boxcutter-controller';

export const LABELS = { 'app.kubernetes.io/name': NAME, 'app.kubernetes.io/part-of': 'boxcutter' } as const;

/** Pods of the controllers. */
export const SELECTOR = { 'app.kubernetes.io/name': NAME } as const;

export const HEALTH_PORT = 8081;
export const METRICS_PORT = 8080;
export const CATALOGS_PORT = 8443;
export const BUNDLES_PORT = 8444;
export const WEBHOOK_PORT = 9443;
/** Service of the catalogs. */
export const CATALOGS = 'boxcutter-catalogs';
/** Service of what Bundles are unpacked to. */
export const BUNDLES = 'boxcutter-bundles';
/** Service through which the API server asks about objects of required definitions. */
export const WEBHOOK = 'boxcutter-cluster-api-webhook';

/** Label of roles whose rules the controllers get in addition. */
export const AGGREGATE_LABEL = 'olm.operatorframework.io/aggregate-to-controller';

/** ClusterRole of those who approve upgrades. */
export const APPROVER = 'boxcutter-upgrade-approver';

/**
 * Users of the control plane that take owners off and delete what nobody owns or what is in no namespace any more. Without service accounts
 * of its own (`--use-service-account-credentials`), kube-controller-manager does it under its own name.
 */
export const COLLECTORS: readonly string[] = [
  'system:serviceaccount:kube-system:generic-garbage-collector', 'system:kube-controller-manager',
];
export const CLEANERS: readonly string[] = [...COLLECTORS, 'system:serviceaccount:kube-system:namespace-controller'];
