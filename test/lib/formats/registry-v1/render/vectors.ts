/** Permissions of two operators and the names that upstream renders for them, from its own regression fixtures. */
import type { Permission } from '../../../../../lib/formats/registry-v1/cluster-service-version';

type Rule = readonly [groups: string, resources: string, verbs: string, resourceNames?: string];

const list = (text: string): string[] => text.split(' ').map((item) => (item === '""' ? '' : item));

export function permissionOf(serviceAccountName: string, rules: readonly Rule[]): Permission {
  return {
    serviceAccountName,
    rules: rules.map(([groups, resources, verbs, names]) => ({
      verbs: list(verbs),
      apiGroups: list(groups),
      resources: list(resources),
      ...(names === undefined ? {} : { resourceNames: list(names) }),
    })),
  };
}

/** What kubebuilder gives every operator. */
const leaderElection: readonly Rule[] = [
  ['""', 'configmaps', 'get list watch create update patch delete'],
  ['coordination.k8s.io', 'leases', 'get list watch create update patch delete'],
  ['""', 'events', 'create patch'],
];
const authentication: readonly Rule[] = [
  ['authentication.k8s.io', 'tokenreviews', 'create'],
  ['authorization.k8s.io', 'subjectaccessreviews', 'create'],
];
const findNamespaces: Rule = ['""', 'namespaces', 'get list watch'];

const argocd = 'argocd-operator-controller-manager';
const webhook = 'webhook-operator-controller-manager';

export const VECTORS: readonly (readonly [name: string, csv: string, permission: Permission])[] = [
  ['argocd-operator.v0-22gmilmgp91wu25is5i2ec598hni8owq3l71bbkl7iz3', 'argocd-operator.v0.6.0', permissionOf(argocd, leaderElection)],
  ['argocd-operator.v0.-3gkm3u8zfarktdile5wekso69zs9bgzb988mhjm0y6p', 'argocd-operator.v0.6.0', permissionOf(argocd, [...leaderElection, findNamespaces])],
  [
    'argocd-operator.v0-1dhiybrldl1gyksid1dk2dqjsc72psdybc7iyvse5gpx',
    'argocd-operator.v0.6.0',
    permissionOf(argocd, [
      ['""', 'configmaps endpoints events namespaces persistentvolumeclaims pods secrets serviceaccounts services services/finalizers', '*'],
      ['""', 'pods pods/log', 'get'],
      ['apps', 'daemonsets deployments replicasets statefulsets', '*'],
      ['apps', 'deployments/finalizers', 'update', 'argocd-operator'],
      ['apps.openshift.io', 'deploymentconfigs', '*'],
      ['argoproj.io', 'applications appprojects', '*'],
      ['argoproj.io', 'argocdexports argocdexports/finalizers argocdexports/status', '*'],
      ['argoproj.io', 'argocds argocds/finalizers argocds/status', '*'],
      ['autoscaling', 'horizontalpodautoscalers', '*'],
      ['batch', 'cronjobs jobs', '*'],
      ['config.openshift.io', 'clusterversions', 'get list watch'],
      ['monitoring.coreos.com', 'prometheuses servicemonitors', '*'],
      ['networking.k8s.io', 'ingresses', '*'],
      ['oauth.openshift.io', 'oauthclients', 'create delete get list patch update watch'],
      ['rbac.authorization.k8s.io', '*', '*'],
      ['rbac.authorization.k8s.io', 'clusterrolebindings clusterroles', '*'],
      ['route.openshift.io', 'routes routes/custom-host', '*'],
      ['template.openshift.io', 'templateconfigs templateinstances templates', '*'],
      ...authentication,
    ]),
  ],
  ['webhook-operator.v-1zfvwth88plw3th2midra1jqduroo1q7omiagjujsiu3', 'webhook-operator.v0.0.5', permissionOf(webhook, [...leaderElection, findNamespaces])],
  [
    'webhook-operator.v-119edugfdvz48oyy2ctmbp4ec5c4a7zbv5k03vg4y3ve',
    'webhook-operator.v0.0.5',
    permissionOf(webhook, [
      ['webhook.operators.coreos.io', 'webhooktests', 'create delete get list patch update watch'],
      ['webhook.operators.coreos.io', 'webhooktests/finalizers', 'update'],
      ['webhook.operators.coreos.io', 'webhooktests/status', 'get patch update'],
      ...authentication,
    ]),
  ],
];
