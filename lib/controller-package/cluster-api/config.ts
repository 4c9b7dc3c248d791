import type { ConfigOf } from '../../../constructs';

/** What may be configured about the Cluster API operator where it is installed. */
export const CLUSTER_API_CONFIG_SCHEMA = {
  type: 'object',
  properties: {
    controllerNamespace: { type: 'string', minLength: 1, default: 'olmv1-system', description: 'Namespace of the controllers.' },
    namespace: {
      type: 'string', minLength: 1, default: 'openshift-cluster-api-operator', description: 'Where the ConfigMaps of revisions are.',
    },
    transportNamespace: { type: 'string', minLength: 1, default: 'openshift-cluster-api', description: 'Where transport ConfigMaps are.' },
    platformAccount: {
      type: 'string', minLength: 1, default: 'system:serviceaccount:openshift-cluster-version:default',
      description: 'User that alone may create or change transport ConfigMaps.',
    },
  },
  required: [],
  additionalProperties: false,
} as const;

export type ClusterApiPackageConfig = ConfigOf<typeof CLUSTER_API_CONFIG_SCHEMA>;
