/**
 * Whoever may write transport ConfigMaps, or name the images of a release, decides what is installed with the rights of the operator, so
 * only the account of the platform may; and only the controllers may write what a revision is made of, and take it away.
 */
import type { JsonObject } from '../../api';
import { LABEL_PROVIDER_TYPE } from '../../capi';
import { CLEANERS, COLLECTORS, NAME } from '../names';
import type { ClusterApiPackageConfig } from './config';
import { CLUSTER_API_LABELS } from './rbac';

/** The default of the controllers, which this package leaves as it is. */
const IMAGES = 'capi-installer-images';
const REVISION_LABEL = 'capi-operator.openshift.io/revision';
/** Release and number. */
const REVISION_NAME = '^[0-9]+[.][0-9]+.*-[0-9]+$';

export function transportPolicy(
  { controllerNamespace, namespace, transportNamespace, platformAccount }: ClusterApiPackageConfig,
): readonly JsonObject[] {
  const controller = `system:serviceaccount:${controllerNamespace}:${NAME}`;
  return [
    ...policy('boxcutter-cluster-api-transport', transportNamespace, hasLabel(LABEL_PROVIDER_TYPE), {
      user: platformAccount, message: `transport ConfigMaps are written by ${platformAccount} alone`,
    }),
    ...policy('boxcutter-cluster-api-images', namespace, () => `request.name == '${IMAGES}'`, {
      user: platformAccount, message: `the images of a release are written by ${platformAccount} alone`,
    }),
    ...policy('boxcutter-cluster-api-revisions', namespace, hasLabel(REVISION_LABEL), {
      user: controller, message: `ConfigMaps of revisions are written by ${controller} alone`,
      // Those of others are left as they are: with the next names taken, no version could be made. What is there may go.
      orMade: `object.metadata.name.matches('${REVISION_NAME}')`,
      // Who may change the configuration sets an annotation, which can cost data; what is in an immutable ConfigMap stays.
      also: [
        "request.operation == 'UPDATE' && has(oldObject.immutable) && oldObject.immutable && has(object.metadata.labels)",
        'object.metadata.labels == oldObject.metadata.labels',
        `${listOf('finalizers', 'object')} == ${listOf('finalizers', 'oldObject')}`,
        // Without its owner a version is no longer taken down with the configuration. `--cascade=orphan` is done by the garbage collector.
        `(request.userInfo.username in ${JSON.stringify(COLLECTORS)} `
          + `|| ${listOf('ownerReferences', 'object')} == ${listOf('ownerReferences', 'oldObject')})`,
        "authorizer.group('operator.openshift.io').resource('clusterapis').check('update').allowed()",
      ].join(' && '),
    }),
  ];
}

function listOf(field: 'finalizers' | 'ownerReferences', object: string): string {
  return `(has(${object}.metadata.${field}) ? ${object}.metadata.${field} : [])`;
}

function hasLabel(label: string): (object: string) => string {
  return (object) => `(${object} != null && has(${object}.metadata.labels) && '${label}' in ${object}.metadata.labels)`;
}

function policy(
  name: string, namespace: string, isOne: (object: string) => string,
  { user, message, also, orMade }: {
    readonly user: string; readonly message: string; readonly also?: string;
    /** Which ones of others are not made either. */
    readonly orMade?: string;
  },
): readonly JsonObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE', 'DELETE'], resources: ['configmaps'] }],
        },
        // Neither made, nor changed into one, nor out of being one, nor deleted.
        matchConditions: [{
          name: 'labelled',
          expression: [
            ...new Set(['object', 'oldObject'].map(isOne)),
            ...(orMade === undefined ? [] : [`(request.operation == 'CREATE' && ${orMade})`]),
          ].join(' || '),
        }],
        validations: [{
          expression: [
            `request.userInfo.username == '${user}'`,
            `(request.operation == 'DELETE' && request.userInfo.username in ${JSON.stringify(CLEANERS)})`,
            ...(also === undefined ? [] : [`(${also})`]),
          ].join(' || '),
          message, reason: 'Forbidden',
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name, labels: CLUSTER_API_LABELS },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ];
}
