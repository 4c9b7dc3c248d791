/**
 * Whoever may write transport ConfigMaps decides what is installed with the rights of the operator, so only the account of the platform
 * may; and only the controllers may write what a revision is made of. A definition that something requires is not deleted.
 */
import type { JsonObject } from '../../api';
import { LABEL_PROVIDER_TYPE } from '../../capi';
import { NAME } from '../names';
import type { ClusterApiPackageConfig } from './config';
import { CLUSTER_API_LABELS } from './rbac';

const REVISION_LABEL = 'capi-operator.openshift.io/revision';

export function transportPolicy(
  { controllerNamespace, namespace, transportNamespace, platformAccount }: ClusterApiPackageConfig,
): readonly JsonObject[] {
  const controller = `system:serviceaccount:${controllerNamespace}:${NAME}`;
  return [
    ...policy('boxcutter-cluster-api-transport', transportNamespace, LABEL_PROVIDER_TYPE, {
      user: platformAccount, message: `transport ConfigMaps are written by ${platformAccount} alone`,
    }),
    ...requiredDefinitions(),
    ...policy('boxcutter-cluster-api-revisions', namespace, REVISION_LABEL, {
      user: controller, message: `ConfigMaps of revisions are written by ${controller} alone`,
      // An administrator sets an annotation; what is in an immutable ConfigMap does not change with it.
      also: 'oldObject != null && has(oldObject.immutable) && oldObject.immutable && has(object.metadata.labels) && '
        + 'object.metadata.labels == oldObject.metadata.labels',
    }),
  ];
}

/** A definition that a requirement names, whatever its actions are, is not deleted. */
function requiredDefinitions(): readonly JsonObject[] {
  const name = 'boxcutter-cluster-api-required';
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const isOther = '!has(params.status) || !has(params.status.crdName) || params.status.crdName != oldObject.metadata.name';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: {
        failurePolicy: 'Fail',
        paramKind: { apiVersion: 'apiextensions.openshift.io/v1alpha1', kind: 'CompatibilityRequirement' },
        matchConstraints: {
          resourceRules: [
            { apiGroups: ['apiextensions.k8s.io'], apiVersions: ['*'], operations: ['DELETE'], resources: ['customresourcedefinitions'] },
          ],
        },
        validations: [{
          expression: isOther,
          message: 'cannot delete CRD because it has CompatibilityRequirements',
          messageExpression: "'cannot delete CRD because it has CompatibilityRequirements: ' + params.metadata.name",
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: { policyName: name, paramRef: { selector: {}, parameterNotFoundAction: 'Allow' }, validationActions: ['Deny'] },
    },
  ];
}

function policy(
  name: string, namespace: string, label: string,
  { user, message, also }: { readonly user: string; readonly message: string; readonly also?: string },
): readonly JsonObject[] {
  const has = (object: string): string => `(has(${object}.metadata.labels) && '${label}' in ${object}.metadata.labels)`;
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }],
        },
        // Neither made, nor changed into one, nor out of being one.
        matchConditions: [{ name: 'labelled', expression: `${has('object')} || (oldObject != null && ${has('oldObject')})` }],
        validations: [{
          expression: `request.userInfo.username == '${user}'${also === undefined ? '' : ` || (${also})`}`, message, reason: 'Forbidden',
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ];
}
