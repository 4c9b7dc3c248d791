/** What the rules of the definitions cannot see: kinds of others, and who asks. */
import type { JsonObject } from '../../api';
import { CLASSES } from '../../controllers/provisioners/names';
import { CLEANERS, NAME as ACCOUNT } from '../names';
import type { ProvisionersPackageConfig } from './config';
import { PROVISIONER_LABELS } from './rbac';

const NAME = 'boxcutter-bundle-configmaps';
const OWNERS = 'boxcutter-bundle-owners';

/**
 * Only the controllers make a Bundle one of a BundleDeployment: others could have theirs counted, deleted or waited for. And nobody takes
 * one away from it but who orphans what a deleted one had.
 */
export function bundleOwners({ controllerNamespace }: ProvisionersPackageConfig): readonly JsonObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const isDeployment = "has(o.controller) && o.controller && o.kind == 'BundleDeployment' && o.apiVersion.startsWith('core.rukpak.io/')";
  const ownersOf = (object: string): string => (
    `(has(${object}.metadata.ownerReferences) ? ${object}.metadata.ownerReferences.filter(o, ${isDeployment}).map(o, o.uid) : [])`);
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: OWNERS, labels: PROVISIONER_LABELS },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          resourceRules: [
            { apiGroups: ['core.rukpak.io'], apiVersions: ['v1alpha1'], operations: ['CREATE', 'UPDATE'], resources: ['bundles'] },
          ],
        },
        variables: [{ name: 'ownersBefore', expression: `oldObject == null ? [] : ${ownersOf('oldObject')}` }],
        validations: [{
          expression: `request.userInfo.username == '${accountOf(controllerNamespace)}' `
            + `|| ${ownersOf('object')}.all(uid, variables.ownersBefore.exists(before, before == uid))`,
          message: 'only the controllers make a Bundle one of a BundleDeployment',
        }, {
          expression: `request.userInfo.username in ${JSON.stringify([accountOf(controllerNamespace), ...CLEANERS])} `
            + `|| variables.ownersBefore.all(before, ${ownersOf('object')}.exists(uid, uid == before))`,
          message: 'nobody takes a Bundle away from its BundleDeployment; delete that with --cascade=orphan',
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: OWNERS, labels: PROVISIONER_LABELS },
      spec: { policyName: OWNERS, validationActions: ['Deny'] },
    },
  ];
}

function accountOf(namespace: string): string {
  return `system:serviceaccount:${namespace}:${ACCOUNT}`;
}

/** What a Bundle is made of is not deleted before it: unpacked content that is lost could not be had again. */
export function usedConfigMaps({ controllerNamespace }: ProvisionersPackageConfig): readonly JsonObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  // Of another class, nobody here has unpacked it; and naming what it could not use keeps nothing from being deleted.
  const uses = "has(params.status) && has(params.status.phase) && params.status.phase == 'Unpacked' && "
    + `params.spec.provisionerClassName in ${JSON.stringify(Object.keys(CLASSES))} && `
    + "params.spec.source.type == 'configMaps' && has(params.spec.source.configMaps) "
    + '&& params.spec.source.configMaps.exists(one, one.configMap.name == oldObject.metadata.name)';
  return [
    {
      apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: NAME, labels: PROVISIONER_LABELS },
      spec: {
        // Without the definition of Bundle nothing can be asked, and nothing is used.
        failurePolicy: 'Ignore',
        paramKind: { apiVersion: 'core.rukpak.io/v1alpha1', kind: 'Bundle' },
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': controllerNamespace } },
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['DELETE'], resources: ['configmaps'] }],
        },
        validations: [{
          expression: `request.userInfo.username in ${JSON.stringify(CLEANERS)} || !(${uses})`,
          message: 'the configmap is in-use by a bundle',
          messageExpression: "'configmap \"' + oldObject.metadata.name + '\" is in-use by bundle \"' + params.metadata.name + '\"'",
        }],
      },
    },
    {
      apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata: { name: NAME, labels: PROVISIONER_LABELS },
      spec: { policyName: NAME, paramRef: { selector: {}, parameterNotFoundAction: 'Allow' }, validationActions: ['Deny'] },
    },
  ];
}
