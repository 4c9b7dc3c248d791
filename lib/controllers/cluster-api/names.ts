/** Names that the operator uses; all of its labels and annotations have the same prefix. */
export const PREFIX = 'capi-operator.openshift.io';

/** On the ConfigMap of a revision: its name. */
export const LABEL_REVISION = `${PREFIX}/revision`;
/** On what a requirement refuses by, a policy with its binding or a webhook: what it is for. Without it, a name makes nothing ours. */
export const LABEL_REFUSAL = `${PREFIX}/refusal`;
/** On objects: the revisions that own them. */
export const ANNOTATION_OWNERS = `${PREFIX}/owners`;
/** On objects: the number of the revision that wrote them. */
export const ANNOTATION_REVISION = `${PREFIX}/revision`;
/** On the ConfigMap of a revision that has to go: `true`, and data of others goes with its objects. */
export const ANNOTATION_ALLOW_DATA_LOSS = `${PREFIX}/allow-data-loss`;
/** Nothing of a revision is left when its ConfigMap goes. */
export const FINALIZER = `${PREFIX}/teardown`;
/** Field managers. */
export const VERSION_MANAGER = `${PREFIX}/VersionController`;
export const INSTALLER_MANAGER = `${PREFIX}/InstallerController`;

export const REQUIREMENT_MANAGER = `${PREFIX}/RequirementController`;

export const CONFIG_NAME = 'cluster';
export const CONFIG_KIND = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI' } as const;
export const REQUIREMENT_KIND = { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' } as const;
export const OPERATOR_KIND = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator' } as const;
export const OPERATOR_NAME = 'cluster-api';
export const INFRASTRUCTURE_KIND = { apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure' } as const;
/** What all that is installed belongs to, in labels and messages. */
export const EXTENSION = 'cluster-api';
